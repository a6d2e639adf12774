import type { Statement } from '../../../engine';
import { provePolicy, policies, readStatement, readStatements } from '../../../engine';

const is = (fact: string, value: unknown) => ({ fact, operator: 'equal', value });

describe('a statement in words says', () => {
	it.each<[string, Omit<Statement, 'name'>]>([
		['never freeform when window is closed', { when: is('window', 'closed'), never: ['freeform'] }],
		['Never send while optedOut.', { when: is('optedOut', true), never: ['freeform', 'template'] }],
		['hold when holder is agent', { when: is('holder', 'agent'), always: ['hold'] }],
		['always hold or skip when holder is agent', { when: is('holder', 'agent'), always: ['hold', 'skip'] }],
		['never send', { never: ['freeform', 'template'] }],
		['always send', { always: ['freeform', 'template'] }],
		['hold when holder=agent', { when: is('holder', 'agent'), always: ['hold'] }],
		[
			'hold when optedOut = no and holder != agent, windowClosesIn <= 5 min',
			{
				when: {
					all: [
						is('optedOut', false),
						{ fact: 'holder', operator: 'notEqual', value: 'agent' },
						{ fact: 'windowClosesIn', operator: 'lessThanInclusive', value: '5 min' },
					],
				},
				always: ['hold'],
			},
		],
		[
			'never send on Sunday',
			{ when: { fact: 'localDay', operator: 'onDays', value: 'Sunday' }, never: ['freeform', 'template'] },
		],
		[
			'never send marketing templates on Saturdays and Sundays when window is closed',
			{
				when: {
					all: [
						{ fact: 'category', operator: 'in', value: ['MARKETING'] },
						{ fact: 'localDay', operator: 'onDays', value: 'Saturdays, Sundays' },
						is('window', 'closed'),
					],
				},
				never: ['template'],
			},
		],
		['never send a template if window is open', { when: is('window', 'open'), never: ['template'] }],
		[
			'never send marketing while optedOut',
			{
				when: { all: [{ fact: 'category', operator: 'in', value: ['MARKETING'] }, is('optedOut', true)] },
				never: ['freeform', 'template'],
			},
		],
		[
			'hold when window is open, holder is agent and not optedOut',
			{
				when: { all: [is('window', 'open'), is('holder', 'agent'), { not: is('optedOut', true) }] },
				always: ['hold'],
			},
		],
		[
			'skip when optedOut or hasTemplate is no',
			{ when: { any: [is('optedOut', true), is('hasTemplate', false)] }, always: ['skip'] },
		],
		[
			'hold when Conversation holder is agent or nobody',
			{ when: { fact: 'holder', operator: 'in', value: ['agent', 'nobody'] }, always: ['hold'] },
		],
		[
			"hold when holder isn't one of business, nobody and window is open",
			{
				when: {
					all: [{ fact: 'holder', operator: 'notIn', value: ['business', 'nobody'] }, is('window', 'open')],
				},
				always: ['hold'],
			},
		],
		[
			'never send when localTime is 9 pm-08:00',
			{
				when: { fact: 'localTime', operator: 'withinHours', value: '21:00-08:00' },
				never: ['freeform', 'template'],
			},
		],
		[
			'never template when localDay is Saturday or Sunday',
			{ when: { fact: 'localDay', operator: 'onDays', value: 'Saturday, Sunday' }, never: ['template'] },
		],
		[
			'never template when Marketing sent reaches 2 per 24 h',
			{ when: { fact: 'marketingSent', operator: 'reaches', value: '2 per 24 h' }, never: ['template'] },
		],
		[
			'hold when windowClosesIn is less than 5 min',
			{ when: { fact: 'windowClosesIn', operator: 'lessThan', value: '5 min' }, always: ['hold'] },
		],
	])('%s', (text, meant) => {
		expect(readStatement(text)).toEqual({ name: text, ...meant });
	});

	it('that a policy is the same as another', () => {
		expect(readStatement('same as strict')).toEqual({ name: 'same as strict', sameAs: 'strict' });
		expect(readStatement('is equal to my policy.')).toMatchObject({ sameAs: 'my policy' });
	});

	it('what can be proved', () => {
		const statement = readStatement('never freeform when window is closed') as Statement;
		expect(provePolicy(policies.strict, statement).holds).toBe(true);
	});
});

describe('a statement is refused, with what is wrong', () => {
	it.each([
		[
			'never send at night to others than VIPs',
			/^The word "when" is missing before "at"\. After it, compare/,
		],
		['never fly when window is open', /^"fly" isn't something that a policy does: send, freeform/],
		['nevr send when window is open', /^"nevr" isn't a word of statements\. Did you mean never\?$/],
		['holdd when holder is agent', /^"holdd" isn't a word of statements\. Did you mean hold\?$/],
		['hold whn holder is agent', /^"whn" isn't a word of statements\. Did you mean when\?$/],
		[
			'never send when localDay is Sonday',
			/, not "Sonday"\. Did you mean (?=.*Sunday)(?=.*Monday)\w+ or \w+\?$/,
		],
		['never send on Sonday', /Did you mean .*Sunday/],
		[
			'send',
			/^"send" says neither when nor whether .* Write "never send", "always send", or "send when …"\.$/,
		],
		['send marketing', /Write "never send marketing", /],
		['hold when marketingSent is 2', /supports only the operator "reaches"\. Choose it\.$/],
		['when window is open', /^It doesn't say what the policy does/],
		['never', /^It doesn't say what the policy does/],
		['Always.', /^It doesn't say what the policy does/],
		['hold when moon is full', /^"moon is full" doesn't begin with a fact/],
		[
			'hold when localTime is 21:00-08:00 and vip is no',
			/^"vip is no" doesn't begin with a fact of this policy.* A fact of your own has to be declared in it \(in n8n: Your Own Facts\)/,
		],
		[
			'hold when holder is agnt',
			/Conversation holder \(holder\) is never "agnt"\. Did you mean agent\? It is one of: /,
		],
		['hold when holder is agnet', /is never "agnet"\. Did you mean agent\? It is one of: /],
		['hold when holder is somebody', /is never "somebody"\. It is one of: business, /],
		['hold when window', /^"window" doesn't compare Conversation window \(window\) with anything/],
		['hold when windowClosesIn reaches 2', /supports these operators/],
		['hold when windows is open', /doesn't begin with a fact of this policy\. Did you mean window\?$/],
		['hold when templateStae is paused', /Did you mean templateState\?$/],
		['hold when conversation windw is open', /Did you mean window\?$/],
		['hold when wintow lasts', /Did you mean window\?$/],
		['hold when wimtov lasts', /such as window, holder, or optedOut\. .* The facts are: window, /],
		[
			'hold when optedOut and window is open or holder is agent',
			/^"and" and "or" in one statement can be read in two ways/,
		],
	])('%s', (text, message) => {
		expect(() => readStatement(text)).toThrow(message);
	});

	it('all of them at once, with their lines', () => {
		const text = 'hold when moon is full\n\nnever freeform when window is closed\nfly';
		expect(() => readStatements(text)).toThrow(
			/^These statements can't be read:\n- Line 1: "moon is full" [^]*\n- Line 4: "fly" isn't/,
		);
	});

	it('with all facts once, at the last line that names one that does not exist', () => {
		const text = 'hold when moon is full\nhold when sun is up\nfly';
		expect(() => readStatements(text)).toThrow(
			/^These statements can't be read:\n- Line 1: "moon is full" (?!.*The facts are)[^\n]*\n- Line 2: "sun is up" .* The facts are: window, [^\n]*\n- Line 3: "fly" isn't/,
		);
	});

	it('with how to write one once, if that is unclear', () => {
		const messageOf = (text: string) => {
			try {
				readStatements(text);
			} catch (error) {
				return (error as Error).message;
			}
			return '';
		};
		expect(messageOf('fly\njump').split('Write a statement like')).toHaveLength(2);
		expect(messageOf('hold when moon is full')).not.toContain('Write a statement like');
	});
});
