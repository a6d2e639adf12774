import type { IExecuteFunctions } from 'n8n-workflow';

/** How many results an item asks for; infinite for all of them. */
export function readLimit(context: IExecuteFunctions, itemIndex: number): number {
	return context.getNodeParameter('returnAll', itemIndex, false)
		? Infinity
		: (context.getNodeParameter('limit', itemIndex, 50) as number);
}
