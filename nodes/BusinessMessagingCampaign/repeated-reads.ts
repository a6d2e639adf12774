import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** Says that several incoming items read the same campaign each, and how to read it once; undefined if they didn't. */
export function repeatedReads(output: IDataObject[], context: IExecuteFunctions): string | undefined {
	const times = context.getInputData().length;
	const [campaign, ...others] = new Set(output.map((each) => each.campaign));
	if (times < 2 || typeof campaign !== 'string' || others.length > 0) return undefined;
	return `This ran ${times} times for the same campaign, once for each incoming item. To run it once, turn on Execute Once in the settings of this node.`;
}
