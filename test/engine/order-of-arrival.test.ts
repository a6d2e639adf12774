import fc from '../support/properties';
import type { Engine, EngineOutcome, Intent } from '../../engine';
import { createEngine, parseWebhook, policies, writeCallbackData } from '../../engine';
import { openStore } from '../../store';
import { NOW } from '../support/engine-scene';
import * as wire from '../support/wire';
import { ACCOUNT, CHANNEL, DAY, HOUR, MINUTE, SECOND } from '../support/wire';
import { ANY_SLOT } from '../support/slots';

/** What happened: a webhook body, or an act of ours. */
type Happening = { body: unknown } | { act: EngineOutcome };

const CONTACTS = ['4911', '4912', 'US.77', 'US.78', 'US.ENT.7'];
const TEMPLATES = [
	{ name: 'offer', language: 'en_US' },
	{ name: 'news', language: 'de' },
];

/** Few times and few subjects, so that ties in time are frequent. */
const at = fc
	.tuple(fc.constantFrom(0, SECOND, MINUTE, HOUR, 3 * HOUR, 23 * HOUR, DAY), fc.constantFrom(0, 0, 400))
	.map(([ago, ms]) => NOW - ago + ms - SECOND);
const wholeAt = at.map((ms) => Math.floor(ms / SECOND) * SECOND);
const contact = fc.constantFrom(...CONTACTS);
const group = fc.constantFrom(undefined, undefined, 'group-1');
const template = fc.constantFrom(...TEMPLATES);
const holder = fc.constantFrom('business' as const, 'agent' as const);
const code = fc.constantFrom(131047, 132015, 132016, 131050, 132001);

/** One id means one content: the platform never gives two messages the same. */
const body = <Fields>(
	make: (fields: Fields) => unknown,
	fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) =>
	fc
		.record(fields)
		.map((made): Happening => ({ body: make({ ...(made as Fields), id: `wamid.${JSON.stringify(made)}` }) }));

const id = fc.nat({ max: 30 }).map((number) => `wamid.${number}`);

/** Sends whose keys are in the store before anything is heard of them, as `begin` comes before the call. */
const SENDS = TEMPLATES.map((sent, index) => ({ key: `send-${index}`, template: sent }));
const callbackData = fc
	.tuple(fc.constantFrom(...SENDS), at)
	.map(([{ key }, sentAt]) => writeCallbackData({ key, sentAt }));

/** What messages show of one customer's names: the phone number, user ID, and parent user ID. */
const NAMES: object[] = [
	{ from: '4912', from_user_id: 'US.77', from_parent_user_id: 'US.ENT.7' },
	{ from_user_id: 'US.77', from_parent_user_id: 'US.ENT.7' },
	{ from: '4912', from_user_id: 'US.77' },
	{ from: '4912', from_parent_user_id: 'US.ENT.7' },
	{ from_user_id: 'US.77' },
	{ from_user_id: 'US.78', from_parent_user_id: 'US.ENT.7' },
];

/** Changes of the names, as system messages tell them. */
const CHANGES = [
	{ type: 'user_changed_user_id', user_id: 'US.78', previous_user_id: 'US.77' },
	{ type: 'user_changed_number', wa_id: '4911', user_id: 'US.78', previous_user_id: 'US.77' },
];

interface Identified {
	at: number;
	id?: string;
	names: object;
	system?: object;
}

/** A message by some of the customer's names, or a change of them. */
function identified({ at: written, id: messageId, names, system }: Identified) {
	const timestamp = String(written / SECOND);
	const content = system ? { type: 'system', system } : { type: 'text', text: { body: 'Hello' } };
	return wire.delivery('messages', {
		metadata: { phone_number_id: CHANNEL },
		messages: [{ id: messageId, timestamp, ...names, ...content }],
	});
}

/** A customer's message as the interface's standby row has it: nothing names the number. */
function withoutNumber(message: wire.Written) {
	const body = wire.customerMessage(message);
	for (const { changes } of body.entry)
		for (const { value } of changes) delete (value as { metadata?: unknown }).metadata;
	return body;
}

const ofMessage = { channel: fc.constant(CHANNEL), to: contact, template, at };
const act = (arbitrary: fc.Arbitrary<EngineOutcome>) => arbitrary.map((made): Happening => ({ act: made }));

const happening: fc.Arbitrary<Happening> = fc.oneof(
	body(wire.customerMessage, {
		at: wholeAt,
		from: contact,
		group,
		standby: fc.boolean(),
		type: fc.constantFrom('text', 'system'),
	}),
	body(withoutNumber, { at: wholeAt, from: contact, standby: fc.boolean() }),
	body(identified, { at: wholeAt, names: fc.constantFrom(...NAMES) }),
	body(identified, { at: wholeAt, names: fc.constant({}), system: fc.constantFrom(...CHANGES) }),
	body(wire.agentEcho, { at: wholeAt, to: contact }),
	body(wire.handover, { at: wholeAt, to: holder, contact }),
	body(wire.preference, { at: wholeAt, contact, value: fc.constantFrom('stop', 'resume') }),
	fc
		.record({
			at: wholeAt,
			template,
			event: fc.constantFrom('APPROVED', 'PAUSED', 'DISABLED', 'REJECTED', 'DELETED', 'IN_APPEAL', 'FLAGGED'),
			title: fc.constantFrom(undefined, 'FIRST_PAUSE', 'SECOND_PAUSE', 'RATE_LIMITING_PAUSE'),
		})
		.map(({ template: named, ...news }): Happening => ({ body: wire.templateStatus({ ...news, ...named }) })),
	body(wire.templateQuality, { at: wholeAt, quality: fc.constantFrom('GREEN', 'RED') }),
	body(wire.templateCategory, { at: wholeAt, category: fc.constantFrom('MARKETING', 'UTILITY') }),
	body(wire.messageStatus, { at: wholeAt, to: contact, status: fc.constant('failed'), code, callbackData }),
	body(wire.messageStatus, {
		at: wholeAt,
		to: contact,
		status: fc.constantFrom('sent', 'read'),
		callbackData: fc.constant(wire.AGENT_TAG),
	}),
	act(
		fc.record({
			...ofMessage,
			kind: fc.constant('sent' as const),
			messageId: id,
			contacts: fc.constantFrom<Array<{ input: string; wa_id: string }>>(
				[],
				[{ input: '4911', wa_id: '4912' }],
				[{ input: '4912', wa_id: 'US.77' }],
			),
		}),
	),
	act(
		fc.record({
			...ofMessage,
			kind: fc.constant('refused' as const),
			error: code.map((one) => ({ code: one })),
		}),
	),
	act(
		fc.record({
			...ofMessage,
			kind: fc.constant('refused' as const),
			error: fc.constant({ details: 'there is an active conversation' }),
		}),
	),
	act(
		fc
			.record({
				at,
				template,
				status: fc.constantFrom('APPROVED', 'PENDING', 'PAUSED'),
				category: fc.constantFrom('MARKETING', 'UTILITY'),
			})
			.map(({ at: listedAt, template: named, ...traits }) => ({
				kind: 'templates-listed',
				channel: CHANNEL,
				at: listedAt,
				templates: [{ ...named, ...traits }],
			})),
	),
	act(
		fc.record({
			kind: fc.constantFrom('template-edited' as const, 'template-deleted' as const),
			channel: fc.constant(CHANNEL),
			at,
			template,
		}),
	),
	act(
		fc.record({
			kind: fc.constant('thread-control' as const),
			channel: fc.constant(CHANNEL),
			to: contact,
			at,
			action: fc.constantFrom('release' as const, 'take' as const),
		}),
	),
	act(
		fc.record({
			kind: fc.constant('holder-set' as const),
			channel: fc.constant(CHANNEL),
			to: contact,
			at,
			holder,
		}),
	),
	act(
		fc.record({
			kind: fc.constant('opt-out-set' as const),
			channel: fc.constant(CHANNEL),
			to: contact,
			at,
			categories: fc.constantFrom(['MARKETING'], ['MARKETING', 'UTILITY']),
			value: fc.constantFrom('stop' as const, 'resume' as const),
		}),
	),
);

const history = fc.array(happening, { minLength: 1, maxLength: 25 });

/** The same set in another order, some of it more than once. */
const reordered = (happened: Happening[]) =>
	fc
		.tuple(
			fc.shuffledSubarray(happened, { minLength: happened.length }),
			fc.array(fc.constantFrom(...happened), { maxLength: 10 }),
		)
		.chain(([all, again]) =>
			fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length }),
		);

async function live(happened: Happening[]) {
	const store = await openStore('sqlite::memory:');
	const engine = createEngine({ store, policy: EVERY_RULE, now: () => NOW });
	for (const { key, template: sent } of SENDS) {
		await store.sends.begin(
			{
				key,
				channel: CHANNEL,
				contact: '4911',
				action: 'template',
				template: sent,
				category: 'MARKETING',
				opens: true,
				state: 'sending',
				at: NOW - HOUR,
			},
			ANY_SLOT,
		);
	}
	for (const one of happened) {
		if ('body' in one) await engine.ingest(parseWebhook(one.body, NOW));
		else await engine.record(one.act);
	}
	return { store, engine };
}

/** All rules, the optional ones too: what was sent before is asked as well. */
const EVERY_RULE = {
	...policies.strict,
	name: 'every-rule',
	rules: policies.strict.rules.map((rule) => ({ ...rule, enabled: true })),
};

const INTENTS: Intent[] = [...CONTACTS, 'group-1'].flatMap((to) =>
	TEMPLATES.flatMap((named) =>
		[true, false].map((freeform) => ({
			channel: CHANNEL,
			to,
			freeform,
			template: named,
			category: 'MARKETING',
		})),
	),
);

/** Every decision, and every register that a decision reads. */
async function outcomeOf(happened: Happening[]) {
	const { store, engine } = await live(happened);
	const decisions = await decideAll(engine);
	const state = await Promise.all(
		INTENTS.map(({ to, template: named }) =>
			store.readDecisionState({ channel: CHANNEL, contact: to, account: ACCOUNT, template: named }),
		),
	);
	const lives = await Promise.all(
		TEMPLATES.map((named) =>
			engine.templateLifecycle({ channel: CHANNEL, account: ACCOUNT, template: named }),
		),
	);
	const sends = await Promise.all(SENDS.map(({ key }) => store.sends.find(key)));
	await store.close();
	return { decisions, state, lives, sends: sends.map((send) => [send?.state, send?.reason]) };
}

const decideAll = (engine: Engine) => Promise.all(INTENTS.map((intent) => engine.decide(intent)));

describe('state is a function of the set of events, not of their order of arrival', () => {
	it('any order and any repetition end in the same decisions and the same state', async () => {
		await fc.assert(
			fc.asyncProperty(
				history.chain((happened) => fc.tuple(fc.constant(happened), reordered(happened))),
				async ([happened, otherwise]) => {
					expect(await outcomeOf(otherwise)).toEqual(await outcomeOf(happened));
				},
			),
			{ numRuns: 150 },
		);
	});

	it('one delivery or many: what stands together is the same as what comes one by one', async () => {
		const inbound = history.map((happened) => happened.flatMap((one) => ('body' in one ? [one] : [])));
		await fc.assert(
			fc.asyncProperty(inbound, async (happened) => {
				const entry = happened.flatMap(({ body: one }) => (one as { entry: unknown[] }).entry);
				expect(await outcomeOf([{ body: { entry } }])).toEqual(await outcomeOf(happened));
			}),
			{ numRuns: 60 },
		);
	});
});
