import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Where an execution is continued: at n8n's own address, or at the one that BUSINESS_MESSAGING_RESUME_URL says all
 * processes reach. n8n signs the path and the query.
 */
export function resumeUrlOf(context: Pick<IExecuteFunctions, 'getSignedResumeUrl'>): string {
	const { href, pathname, search } = new URL(context.getSignedResumeUrl());
	const reached = process.env.BUSINESS_MESSAGING_RESUME_URL ?? '';
	return reached === '' ? href : new URL(`${pathname}${search}`, reached).href;
}
