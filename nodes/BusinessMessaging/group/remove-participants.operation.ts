import type { INodeProperties } from 'n8n-workflow';
import { impossibleAddress, readAddress } from '../../../platform';
import type { Operation } from '../../shared/operation';
import { readList } from '../../shared/read/values';
import { groupIdField, onGroup } from './on-group';

const participants: INodeProperties = {
	displayName: 'Participants',
	name: 'participants',
	type: 'string',
	required: true,
	default: '',
	placeholder: '+49 170 1234567, +49 171 7654321',
	description: '1 to 8 phone numbers or account IDs, separated by commas or as an array',
};

/** Removes 1 to 8 participants. */
export const removeParticipants: Operation = {
	value: 'removeParticipants',
	name: 'Remove Participants',
	description: 'Remove up to 8 participants',
	action: 'Remove participants from a group',
	fields: [groupIdField, participants],
	forEachItem: onGroup(async ({ context, credential, groups, groupId, itemIndex }) => {
		const given = readList(context.getNodeParameter('participants', itemIndex));
		const addresses = given.map((each) => readAddress(each, credential.defaultCountry));
		const impossible = given.filter((_, index) => addresses[index] === undefined);
		if (impossible.length > 0) throw new Error(impossible.map(impossibleAddress).join(' '));
		await groups.removeParticipants(groupId, addresses as string[]);
		return [{ json: { groupId, participants: given, success: true } }];
	}),
};
