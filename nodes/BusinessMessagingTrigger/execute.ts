import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { credentialsOf } from '../shared/credential';
import { sharedStore, storeUrl } from '../shared/shared-store';
import { withFiles } from './download-files';
import { REFUSED, sentenceOf } from './refusals';

/** The field that names the burst that an execution was started with. Nobody sees it: the execution begins the burst. */
export const BURST = 'burstId';

/** Says whose events the trigger refused before this execution was started. */
function withHint(
	context: IExecuteFunctions,
	[first, ...others]: INodeExecutionData[],
): INodeExecutionData[] {
	if (!first) return [];
	const { [REFUSED]: owners, ...json } = first.json;
	if (owners === undefined) return [first, ...others];
	context.addExecutionHints({ message: sentenceOf(owners as string[]), location: 'outputPane' });
	return [{ ...first, json }, ...others];
}

/**
 * An execution that was started with messages that waited for silence begins their burst in the store first: of several
 * executions for a burst, all but one end here with nothing.
 */
async function begun(context: IExecuteFunctions, items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
	const [first] = items;
	if (first?.json[BURST] === undefined) return items;
	const { [BURST]: burst, ...json } = first.json;
	// Somebody who runs an execution again wants it to run.
	if (context.getMode() !== 'trigger') return [{ ...first, json }];
	const store = await sharedStore(storeUrl((await credentialsOf(context))[0].store));
	return (await store.bursts.begin(burst as string)) ? [{ ...first, json }] : [];
}

/** An execution passes on what it was started with, and the files of its messages if they are to be downloaded. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = await begun(this, withHint(this, this.getInputData()));
	return [await withFiles(this, items)];
}
