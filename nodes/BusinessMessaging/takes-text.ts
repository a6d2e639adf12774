import type { IExecuteFunctions } from 'n8n-workflow';

/** From this version on, a recipient that can't be one is an error, and so is a template that doesn't exist. */
const FIRST_STRICT_VERSION = 1.2;

/** Whether the node is of a version that decided about any text as about a customer who never wrote. */
export const takesText = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().typeVersion < FIRST_STRICT_VERSION;
