import type { Resource } from '../../shared/operation';
import { getMany } from './get-many.operation';
import { getState } from './get-state.operation';
import { pass } from './pass.operation';
import { release } from './release.operation';
import { setHolder } from './set-holder.operation';
import { setOptOut } from './set-opt-out.operation';
import { take } from './take.operation';

export const conversation: Resource = {
	value: 'conversation',
	name: 'Conversation',
	default: 'getState',
	operations: [getMany, getState, pass, release, setHolder, setOptOut, take],
};
