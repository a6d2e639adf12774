import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether n8n uses only the first of the incoming items. */
export const usesFirstOnly = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().executeOnce === true;

/** Says that the others of the incoming items were left out, and how to use them. */
export const FIRST_ONLY =
	'Execute Once is on, so only the first item was used. To use all items, turn it off in the settings of this node';
