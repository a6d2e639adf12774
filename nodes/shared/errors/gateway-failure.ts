import type { IExecuteFunctions, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { CallKind, Explanation } from '../../../platform';
import { explanationOf, GATEWAYS_ERROR, inOneText, saysAllItsDetails } from '../../../platform';
import type { Intent } from '../../../engine';
import type { Outcome, OutcomeError } from '../../../sending';
import { withLocalTimes } from '../times';

/** An error of the gateway: of a send, unless it says otherwise. */
type Failure = OutcomeError & { call?: CallKind; recipientType?: Intent['recipientType'] };

/** An error of the gateway as data, in its own words. */
export function errorJson({ code, title, details, effect }: OutcomeError) {
	return { code: code ?? null, title, details: details ?? null, effect };
}

const WINDOW_END = /\b(closed|closes) at (\d{4}-\S+Z)/;

/** When the conversation window closed or closes, if the gateway says so. */
function windowEndIn(details = ''): string | undefined {
	const [, verb, time] = WINDOW_END.exec(details) ?? [];
	return time === undefined ? undefined : `The window ${verb} at ${time}.`;
}

/** What the gateway itself said: its title with its code, which most titles begin with, and its details unless they are told. */
function inItsWords({ code, title, details }: Failure, isTold: boolean): string {
	const number = code === undefined || title.includes(String(code)) ? '' : ` (code ${code})`;
	const more = details?.trim().replace(/\.$/, '') ?? '';
	const isSaid = isTold || more === '' || title.includes(more);
	return `${GATEWAYS_ERROR}${title}${number}${isSaid ? '' : `: ${more}`}`;
}

/**
 * An error of the gateway as n8n shows it: its message says what happened, its description what to do, and on the last line
 * what the gateway itself said. Times are local.
 * @param explanation what the caller knows, if that is more than the error tells
 * @param outcome what didn't happen, if that is certain: `Nothing was sent.`
 */
export function toApiError(
	context: Pick<IExecuteFunctions, 'getNode' | 'getTimezone'>,
	error: Failure,
	itemIndex: number | undefined,
	{ explanation, outcome }: { explanation?: Explanation | undefined; outcome?: string | undefined } = {},
): NodeApiError {
	const { what, todo } = explanation ?? explanationOf(error);
	const isTold = explanation !== undefined || saysAllItsDetails(what);
	const advice = [todo, isTold ? windowEndIn(error.details) : undefined].filter(Boolean).join(' ');
	const lines = [advice, inItsWords(error, isTold)].filter((line) => line !== '');
	return new NodeApiError(context.getNode(), errorJson(error) as JsonObject, {
		itemIndex,
		message: [outcome, what].filter(Boolean).join(' '),
		description: withLocalTimes(lines.join('\n'), context.getTimezone()),
		...(error.status !== undefined && { httpCode: String(error.status) }),
	});
}

/**
 * What a send begins its error with if nothing went out at all: the gateway refused its only item's message. Of several
 * items, others may have been sent.
 */
export function nothingSent(
	context: Pick<IExecuteFunctions, 'getInputData'>,
	{ error, repeated }: Outcome,
): string | undefined {
	const isOnly = context.getInputData().length === 1;
	return isOnly && !repeated && error?.effect !== 'unknown-outcome' ? 'Nothing was sent.' : undefined;
}

/** What an error of the gateway says without the gateway's own words, in one text. */
export function withoutItsWords({
	message,
	description,
}: Pick<NodeApiError, 'message' | 'description'>): string {
	const [todo = GATEWAYS_ERROR] = (description ?? '').split('\n');
	return inOneText({ what: message, ...(!todo.startsWith(GATEWAYS_ERROR) && { todo }) });
}
