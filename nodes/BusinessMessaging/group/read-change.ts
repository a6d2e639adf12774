import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Checks, GroupUpdate } from '../../../gateway';
import { readFile } from '../../shared/read/values';

/** What an item changes in a group. */
export async function readChange(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<Checks & { change: GroupUpdate }> {
	const {
		picture,
		checkFirst = true,
		...texts
	} = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const given = Object.entries(texts).filter(([name, value]) => name === 'description' || value !== '');
	const change = {
		...Object.fromEntries(given),
		...(picture ? { picture: await readFile(context, itemIndex, String(picture)) } : {}),
	};
	return { change, checkFirst: checkFirst === true };
}
