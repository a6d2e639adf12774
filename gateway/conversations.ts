import * as z from 'zod';
import type { Kinds } from '../base';
import { optional, TEXT, wrongTypes } from '../base';
import type { ResponderRole, ThreadControlFields } from '../platform';
import { isBrokenUserId, isUserId, normalizeAddress, THREAD_METADATA_LENGTH } from '../platform';
import type { RequestProblem } from './check-request';
import { problemsAt, refuse } from './check-request';
import type { Connection } from './connection';
import { PRODUCT } from './connection';

export interface ThreadControl {
	/** The customer's phone number, account id or user id. */
	to: string;
	/** Passed to the next holder of the conversation: up to 2,000 characters. */
	metadata?: string;
}

export interface PassControl extends ThreadControl {
	/** Who gets the conversation; the escalation partner if left out. */
	targetRole?: ResponderRole;
}

const CONTROL: Kinds = { to: TEXT, metadata: optional(TEXT), targetRole: optional(TEXT) };

function problemsOf(control: ThreadControl): RequestProblem[] {
	const wrong = wrongTypes(control, CONTROL);
	if (wrong.length > 0) return wrong;
	const { to, metadata = '' } = control;
	const address = normalizeAddress(to);
	const { length } = metadata;
	return [
		...problemsAt('to', [address === '' && 'is empty', isBrokenUserId(address) && "isn't a user ID"]),
		...problemsAt('metadata', [
			length > THREAD_METADATA_LENGTH &&
				`has ${length} characters, but only ${THREAD_METADATA_LENGTH} are allowed`,
		]),
	];
}

/** The parts that are given, under the names that the provider has for them. */
function bodyOf(
	names: ThreadControlFields,
	parts: Partial<Record<keyof ThreadControlFields, string>>,
): Record<string, unknown> {
	const body: Record<string, unknown> = {};
	for (const [part, value] of Object.entries(parts)) {
		if (value === undefined) continue;
		const steps = names[part as keyof ThreadControlFields].split('.');
		const last = steps.pop()!;
		let inner = body;
		for (const step of steps) {
			const nested = (inner[step] ?? {}) as Record<string, unknown>;
			inner[step] = nested;
			inner = nested;
		}
		inner[last] = value;
	}
	return body;
}

/**
 * Who holds a conversation: the business or the business agent (docs/interface.md, Conversation control). The path and
 * the names in the body are the profile's. Every method rejects with a `GatewayError`, or with an `InvalidRequest`
 * before anything is sent.
 */
export function conversationsOf({ call, profile }: Connection) {
	const act =
		(action: 'release' | 'pass' | 'take') =>
		async (control: PassControl): Promise<void> => {
			refuse(problemsOf(control));
			const { metadata, targetRole } = control;
			const address = normalizeAddress(control.to);
			const customer = isUserId(address) ? { recipient: address } : { to: address };
			const parts = bodyOf(profile.threadControlFields, { action, ...customer, metadata, targetRole });
			const body = { ...PRODUCT, ...parts };
			await call({ method: 'POST', path: profile.threadControlPath, body, answer: z.unknown() });
		};
	return {
		/** The business releases the conversation: to the agent, or to whichever responder answers the next message. */
		release: act('release') as (control: ThreadControl) => Promise<void>,
		/** The business, which holds the conversation, passes it on. */
		pass: act('pass'),
		/** The business takes the conversation. With several responders only the escalation partner may. */
		take: act('take') as (control: ThreadControl) => Promise<void>,
	};
}
