import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { connect } from '../shared/connect';
import { errorItem, shownError } from '../shared/errors/item-errors';
import { operations } from './operations';

/** Runs the chosen operation for every item: what comes out is paired with the item it comes from. */
export async function runOperation(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const name = this.getNodeParameter('operation', 0);
	const run = operations[name];
	if (!run) throw new NodeOperationError(this.getNode(), `There is no operation ${name}.`);
	const { inbox } = (await connect(this)).store;
	const output: INodeExecutionData[] = [];
	for (const itemIndex of this.getInputData().keys()) {
		const pairedItem = { item: itemIndex };
		try {
			const get = <Value>(field: string) => this.getNodeParameter(field, itemIndex, '') as Value;
			output.push(...(await run({ inbox, get })).map((json) => ({ json, pairedItem })));
		} catch (error) {
			const failure = shownError(this, error, itemIndex);
			if (!this.continueOnFail()) throw failure;
			output.push({ json: errorItem(failure), pairedItem });
		}
	}
	return [output];
}
