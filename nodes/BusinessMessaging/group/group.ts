import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { connectGateway } from '../../shared/connect';
import type { ItemCall } from '../../shared/operation';
import { text } from '../../shared/read/values';

/** Which group. */
export const groupIdField: INodeProperties = {
	displayName: 'Group ID',
	name: 'groupId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'Y2FwaV9ncm91cDoxMjM',
};

/** What acts on the groups of the credential's number. */
export const ofGroups = {
	async open(context: IExecuteFunctions) {
		const { credential, gateway } = await connectGateway(context);
		return { credential, groups: gateway.groups };
	},
};

/** What acts on the group of each item. */
export const ofGroup = {
	...ofGroups,
	fields: ({ get }: ItemCall) => ({ groupId: text(get('groupId')) }),
};

/** A customer in a group: the phone number, or the user ID if the number isn't shown. Either can be removed. */
export const contactOf = ({ wa_id, user_id }: { wa_id?: string; user_id?: string }) => wa_id ?? user_id;

/** A time of the platform, in seconds, as ISO 8601. */
export const isoOfSeconds = (seconds: number | undefined) =>
	seconds === undefined ? undefined : new Date(seconds * 1_000).toISOString();

/** Leaves out what isn't there. */
export function present(fields: Record<string, unknown>): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as IDataObject;
}
