import { isJump, JUMP } from '../clock';
import { json, type Answer, type Call, type Route } from '../http/route';
import { plainRefusal } from '../refusal';
import { callMethod, controlMethods } from './control';
import { ControlError } from './method';

/** The control over HTTP, without an API key. Arguments: `{ "args": […] }`, one object, or an object of names. */
export const controlRoutes: readonly Route[] = [
	{ method: 'POST', path: '/sandbox/control/:method', handle: control },
	{ method: 'GET', path: '/sandbox/state', handle: state },
	{ method: 'POST', path: '/sandbox/clock/advance', handle: advance },
];

async function control({ world, params, raw, body }: Call): Promise<Answer> {
	const { method = '' } = params;
	const names = Object.keys(controlMethods);
	if (!names.includes(method)) {
		throw plainRefusal(400, `unknown control method ${method}; there are ${names.join(', ')}`);
	}
	const given = raw.length === 0 ? [] : argumentsFrom(body(), controlMethods[method]?.names ?? []);
	try {
		return json({ result: (await callMethod(world, method, given)) ?? null });
	} catch (error) {
		if (error instanceof ControlError) throw plainRefusal(400, error.message);
		throw error;
	}
}

function argumentsFrom(body: unknown, names: readonly string[]): readonly unknown[] {
	if (!isRecord(body)) throw plainRefusal(400, 'the body must be a JSON object: { "args": [ … ] }');
	if ('args' in body) {
		if (Array.isArray(body.args)) return body.args as unknown[];
		throw plainRefusal(400, 'args must be an array');
	}
	const keys = Object.keys(body);
	if (keys.length > 0 && keys.every((key) => names.includes(key))) return names.map((name) => body[name]);
	return names.length === 0 ? [] : [body];
}

function state({ world }: Call): Answer {
	const { clock, conversations, groups, ledger, settings, templates, webhook } = world;
	return json({
		clock: { now: clock.now() },
		settings,
		agent: { enabled: conversations.agentEnabled },
		webhook: webhook ?? null,
		templates: templates.map(({ name, language, category, status }) => ({
			name,
			language,
			category,
			status,
		})),
		groups: groups.all.map(({ id, subject, participants }) => ({
			id,
			subject,
			participants: [...participants].map(({ phone, userId }) => phone ?? userId),
		})),
		sent: ledger.sent,
		violations: ledger.violations,
	});
}

async function advance({ world, body }: Call): Promise<Answer> {
	const given = body();
	const ms = isRecord(given) ? given.ms : undefined;
	if (!isJump(ms)) throw plainRefusal(400, `ms must be ${JUMP}: { "ms": 60000 }`);
	await world.clock.advance(ms);
	return json({ result: { now: world.clock.now() } });
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
