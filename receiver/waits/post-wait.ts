import type { Runtime } from '../../base';
import type { DueWait } from '../../engine';
import type { PostAnswer } from './post-result';

/** How long n8n may take to continue an execution. ms */
const TIMEOUT = 15_000;

/** Posts a wait to the execution. What the customer answered stays in the store. @throws if nobody answers in time */
export async function postWait({ id, resumeUrl }: DueWait, runtime: Runtime): Promise<PostAnswer> {
	const inTime = new AbortController();
	const cancel = runtime.after(TIMEOUT, () => inTime.abort(), 'background');
	try {
		const response = await fetch(resumeUrl, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ wait: id }),
			redirect: 'manual',
			signal: inTime.signal,
		});
		return { status: response.status, text: await response.text() };
	} finally {
		cancel();
	}
}
