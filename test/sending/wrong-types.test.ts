import type { Engine } from '../../engine';
import { comparePolicies, createEngine, policies, provePolicy, tryPolicy } from '../../engine';
import { createGatewayClient, InvalidRequest } from '../../gateway';
import { createSender } from '../../sending';
import type { Stage } from './stage';
import { CUSTOMER, openStage } from './stage';

let at: Stage;
beforeEach(async () => {
	at = await openStage();
	await at.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
	await at.hear();
});
afterEach(() => at.close());

/** Calls as JavaScript does: without types. */
const untyped = <Of extends object>(of: Of) => of as Record<keyof Of, (...given: unknown[]) => unknown>;

describe('a message with something of the wrong type is refused before anything is sent', () => {
	it.each([
		['no recipient', { to: undefined }, {}, {}, 'to must be'],
		['a recipient that is a number', { to: 491_701_234_567 }, {}, {}, 'not 491701234567'],
		['no number to send from', { channel: '' }, {}, {}, 'channel must be'],
		[
			'a category that nobody could have opted out of',
			{ category: 'marketing ' },
			{},
			{},
			'category must be MARKETING',
		],
		['a time that is a text', { lastInboundAt: '2026-01-01' }, {}, {}, 'lastInboundAt must be a number'],
		['a template without a language', { template: { name: 'hello' } }, {}, {}, 'template.language must be'],
		['a template that is null', { template: null }, {}, {}, 'template must be an object'],
		['a text instead of content', {}, { freeform: 'Hello' }, {}, 'content.freeform must be an object'],
		['an empty key', {}, {}, { once: '' }, 'options.once must be'],
		['a key that is a number', {}, {}, { once: 5 }, 'options.once must be'],
		['an empty campaign', {}, {}, { campaign: '' }, 'options.campaign must be'],
		['another form', {}, {}, { as: 'sms' }, 'options.as must be one of'],
		['options that are a text', {}, {}, 'once', 'options must be an object'],
	])('%s', async (_, intent, content, options, message) => {
		const sending = untyped(at.sender).send(
			{ ...at.intent, ...intent },
			{ ...at.content, ...content },
			options,
		);
		await expect(sending).rejects.toThrow(InvalidRequest);
		await expect(sending).rejects.toThrow(message);
		expect(at.sandbox.control.sent()).toEqual([]);
	});

	it.each([
		'account',
		'recipientType',
		'category',
		'timeZone',
		'lastInboundAt',
		'campaign',
		'takeOver',
		'freeform',
	])('but null for %s is left out, as in data', async (part) => {
		const decide = (intent: object) => untyped(at.sender).decide(intent);
		expect(await decide({ ...at.intent, [part]: null })).toEqual(await decide(at.intent));
	});

	it('all of it at once', async () => {
		await expect(untyped(at.sender).send()).rejects.toThrow(/the request must be an object.*content must be/);
		await expect(untyped(at.sender).send({}, {}, { once: '' })).rejects.toThrow(
			/channel .*; to .*; options\.once /,
		);
	});

	it('a form that it does not have', async () => {
		const asked = { ...at.intent, template: undefined };
		await expect(at.sender.send(asked, at.content, { as: 'template' })).rejects.toThrow(
			'there is no template',
		);
	});
});

describe('a campaign that is not named is no campaign', () => {
	it.each(['get', 'report', 'recipients', 'pause', 'resume', 'cancel', 'cancelRecipients', 'retry'] as const)(
		'%s refuses it, although there is only one',
		async (method) => {
			const { campaigns } = at.sender;
			await campaigns.plan({ id: 'spring', channel: at.intent.channel, template: at.intent.template }, [
				{ to: CUSTOMER },
			]);
			await expect(untyped(campaigns)[method](undefined, ['491'])).rejects.toThrow(/id must be|what must be/);
			expect((await campaigns.list()).map(({ state }) => state)).toEqual(['running']);
		},
	);

	it('nor is a plan without recipients', async () => {
		const plan = untyped(at.sender.campaigns).plan;
		await expect(plan({ id: 'spring', channel: at.intent.channel })).rejects.toThrow(
			'recipients must be a list',
		);
		await expect(plan()).rejects.toThrow(InvalidRequest);
		expect(await at.sender.campaigns.list()).toEqual([]);
	});

	it('a recipient that is no object is named, and the others are planned', async () => {
		const plan = { id: 'spring', channel: at.intent.channel, template: at.intent.template };
		const result = await at.sender.campaigns.plan(plan, [null as never, { to: CUSTOMER }]);
		expect(result).toMatchObject({ planned: 1, invalid: [{ index: 0, problems: [{ path: ['to'] }] }] });
	});
});

describe('an engine, a client, and a sender name all options that are wrong', () => {
	const make = untyped({ createEngine, createGatewayClient, createSender });

	it.each([
		['createEngine', undefined, /options must be an object/],
		[
			'createEngine',
			{ store: 'postgres://me:secret@host/db', policy: 'strict' },
			/store .*; policy .* not "strict"/,
		],
		['createEngine', { store: Promise.resolve() }, /put await before it/],
		['createGatewayClient', {}, /baseUrl .*; apiKey /],
		[
			'createGatewayClient',
			{ baseUrl: 'https://a.example', apiKey: '', profile: 'zzz' },
			/apiKey .*; profile .* "zzz"/,
		],
		[
			'createGatewayClient',
			{ baseUrl: 'https://a.example', apiKey: 'a', profile: { apiKeyHeader: 'a b' } },
			/profile\.apiKeyHeader /,
		],
		[
			'createGatewayClient',
			{ baseUrl: 'https://a.example', apiKey: 'a', mediaHosts: ['a.example'] },
			/mediaHosts /,
		],
		['createSender', {}, /engine .*; gateway /],
	] as const)('%s(%j)', (name, options, message) => {
		expect(() => make[name](options)).toThrow(TypeError);
		expect(() => make[name](options)).toThrow(message);
		expect(() => make[name](options)).not.toThrow(/secret/);
	});

	it('a policy that has rules, but none that can be used, is refused with their problems', () => {
		const policy = { name: 'mine', version: 1, rules: [{ name: 'a' }] };
		expect(() => make.createEngine({ store: at.store, policy })).toThrow(
			/This policy can't be used:\n- rules\[0]/,
		);
	});

	it('a rate that is none', () => {
		const options = { engine: at.engine, gateway: at.gateway, pace: { perSecond: 0 } };
		expect(() => createSender(options)).toThrow('pace.perSecond must be a number above 0, not 0');
	});
});

describe('what asks an engine says what is missing', () => {
	it.each([
		['decide', /to must be/],
		['facts', /to must be/],
		['conversation', /to must be/],
		['timeline', /to must be/],
		['trace', /message must be/],
		['openConversations', /channel must be/],
		['replay', /since must be/],
		['ingest', /takes a list of events/],
		['decideAll', /takes a list/],
	] as ReadonlyArray<[keyof Engine, RegExp]>)('%s', async (method, message) => {
		await expect(async () => untyped(at.engine)[method]({})).rejects.toThrow(message);
	});

	it('and so does what tries or proves a policy', async () => {
		await expect(tryPolicy('strict' as never, {})).rejects.toThrow("This policy can't be used");
		await expect(tryPolicy(policies.strict, undefined as never)).rejects.toThrow('facts must be an object');
		expect(() => provePolicy({} as never, {} as never)).toThrow("This policy can't be used");
		expect(() => comparePolicies(policies.strict, undefined as never)).toThrow("This policy can't be used");
	});
});
