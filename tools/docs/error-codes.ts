import { SECOND } from '../../base';
import type { ErrorEffect } from '../../platform';
import { EFFECT_MEANINGS, ERROR_EFFECTS, explanationOf, inOneText, PERMISSION_CODES } from '../../platform';
import { platformTitle } from '../../sandbox/platform-errors';
import { CONSEQUENCES } from '../../sending/submit';
import { table } from './markdown';

/**
 * What codes mean whose title the sandbox doesn't need, or uses for something else (docs/interface.md, Error codes).
 */
const OTHER_TITLES: Readonly<Partial<Record<number, string>>> = {
	130403: 'The business blocked this user',
	131055: "The message can't be sent as a marketing message",
	132018: 'Format of a template parameter; in the sandbox, a template in an active conversation',
	132068: 'Flow is blocked',
	132069: 'Flow is throttled: 10 messages per hour',
	2388019: 'Too many templates',
	2388039: 'Content or format of the template',
	2388040: 'A part of the template is too long',
	2388047: "Format of the template's header",
	2388072: "Format of the template's body",
	2388073: "Format of the template's footer",
	2388293: 'Too many parameters for the length of the template',
	2388299: 'A parameter is at the beginning or the end of the template',
};

const UNKNOWN = platformTitle(-1);

/** @throws if nobody has said what the code means */
function titleOf(code: number): string {
	const title = OTHER_TITLES[code] ?? platformTitle(code);
	if (title === UNKNOWN) throw new Error(`Say in tools/docs/error-codes.ts what the code ${code} means.`);
	return title;
}

const HOUR = 3_600 * SECOND;
const inWords = (ms: number) => (ms >= HOUR ? `${ms / HOUR} h` : `${ms / SECOND} s`);

function triesOf({ recipient }: (typeof CONSEQUENCES)[ErrorEffect]): string {
	if (recipient === 'failed') return 'The message has failed.';
	if (recipient === 'unconfirmed') return "The message is unconfirmed, and isn't sent again.";
	const [first, second] = [recipient.wait(0), recipient.wait(1)];
	if (second === 0) return 'Recipients stay due.';
	const when =
		first === 0
			? 'at once, then after longer and longer waits'
			: `after ${inWords(first)}${second > first ? ', then after longer and longer waits' : ''}`;
	const times = Number.isFinite(recipient.most) ? `, ${recipient.most} times at most` : '';
	return `A campaign tries again ${when}${times}.`;
}

/** What the package does about an error, from the sender's own table. */
function doneAbout(effect: ErrorEffect): string {
	const { rules, template, number, campaign } = CONSEQUENCES[effect];
	return [
		template === 'look up' && 'It looks the template up.',
		rules === 'ask again' && 'It records what the gateway said, and asks the rules again.',
		number === 'slow down' && 'The number sends more slowly for a while.',
		number === 'halt in a row' && 'Several in a row halt the number for a while.',
		campaign === 'pause' && 'The campaign pauses.',
		triesOf(CONSEQUENCES[effect]),
	]
		.filter(Boolean)
		.join(' ');
}

function codeTable(effect: ErrorEffect): string[] {
	const codes = ERROR_EFFECTS.flatMap(([of, listed]) => (of === effect ? listed : []));
	const usual = inOneText(explanationOf({ effect }));
	const rows = codes
		.toSorted((a, b) => a - b)
		.map((code): Array<string | number> => {
			const own = inOneText(explanationOf({ code, effect }));
			return [code, titleOf(code), own === usual ? '' : own];
		});
	if (effect === 'account-stop') {
		rows.push([`${PERMISSION_CODES.from} to ${PERMISSION_CODES.to}`, 'A permission is missing', '']);
	}
	if (rows.length === 0) return [];
	const hasOwn = rows.some(([, , own]) => own !== '');
	const head = ['code', "the platform's title or meaning", ...(hasOwn ? ['you, for this code'] : [])];
	return [table(head, hasOwn ? rows : rows.map(([code, title]) => [code!, title!]))];
}

/** Every error code of the platform: what it means, what the package does about it, and what a person does. */
export const errorCodes = (): string =>
	(Object.keys(EFFECT_MEANINGS) as ErrorEffect[])
		.map((effect) =>
			[
				`### ${effect}`,
				EFFECT_MEANINGS[effect],
				`*The package:* ${doneAbout(effect)}`,
				`*You:* ${inOneText(explanationOf({ effect }))}`,
				...codeTable(effect),
			].join('\n\n'),
		)
		.join('\n\n');
