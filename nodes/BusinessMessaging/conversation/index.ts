import type { Operation, Resource } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { conversationJson, customerField, ofFoundCustomer } from './customer';
import { erase } from './erase.operation';
import { exportCustomer } from './export.operation';
import { getMany } from './get-many.operation';
import { getMessages } from './get-messages.operation';
import { getTimeline } from './get-timeline.operation';
import { setHolder, setHumanActive, setOptOut } from './set.operations';
import { pass, release, take } from './thread-control.operations';

/** Gets what the rules go by: the window, the holder, and the opt-outs. */
export const getState: Operation = {
	value: 'getState',
	name: 'Get State',
	description:
		"Get a customer's conversation window, holder (business, agent, other, or nobody), and opt-outs, as the rules see them",
	action: 'Get the state of a conversation',
	fields: [customerField],
	forEachItem: perItem(ofFoundCustomer, async ({ engine, channel, customer }) => ({
		json: conversationJson(customer, await engine.conversation({ channel, to: customer })),
	})),
};

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
