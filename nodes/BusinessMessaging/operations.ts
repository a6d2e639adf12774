import { conversationOperations } from './conversation';
import { groupOperations } from './group';
import { mediaOperations } from './media';
import * as message from './message';
import type { Operation } from './operation';
import * as policy from './policy';
import * as template from './template';
import { webhookOperations } from './webhook';

/** The operations of a resource by `resource:operation`. */
const named = (resource: string, operations: Readonly<Record<string, Operation>>) =>
	Object.fromEntries(Object.entries(operations).map(([name, each]) => [`${resource}:${name}`, each]));

/** Every operation by `resource:operation`. */
export const operations: Readonly<Record<string, Operation>> = {
	...named('conversation', conversationOperations),
	...named('group', groupOperations),
	...named('media', mediaOperations),
	...named('webhook', webhookOperations),
	'message:markAsRead': message.markAsRead,
	'message:sendAuto': message.sendAuto,
	'message:sendMessage': message.sendMessage,
	'message:sendTemplate': message.sendTemplate,
	'message:sendText': message.sendText,
	'policy:check': policy.check,
	'policy:get': policy.get,
	'policy:getMany': policy.getMany,
	'policy:save': policy.save,
	'policy:test': policy.test,
	'template:create': template.create,
	'template:delete': template.deleteTemplate,
	'template:edit': template.edit,
	'template:get': template.get,
	'template:getLifecycle': template.getLifecycle,
	'template:getMany': template.getMany,
	'template:validate': template.validate,
};
