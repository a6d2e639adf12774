import type { Resource } from '../../shared/operation';
import { erase } from './erase.operation';
import { exportCustomer } from './export.operation';
import { getMany } from './get-many.operation';
import { getMessages } from './get-messages.operation';
import { getState } from './get-state.operation';
import { getTimeline } from './get-timeline.operation';
import { pass } from './pass.operation';
import { release } from './release.operation';
import { setHolder } from './set-holder.operation';
import { setHumanActive } from './set-human-active.operation';
import { setOptOut } from './set-opt-out.operation';
import { take } from './take.operation';

export const conversation: Resource = {
	value: 'conversation',
	name: 'Conversation',
	default: 'getState',
	operations: [
		erase,
		exportCustomer,
		getMany,
		getMessages,
		getState,
		getTimeline,
		pass,
		release,
		setHolder,
		setHumanActive,
		setOptOut,
		take,
	],
};
