import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { describeProblems, problemsOf } from './problems';
import { historyOf, savedHistory, takeHistory } from './saved-history';
import { settingsSchema, threadRoles } from './settings';
import { approve, reactivate } from './templates/lifecycle';
import type { Template } from './templates/template';
import { categorySchema, componentsSchema, enter, qualities, templateStatuses } from './templates/template';
import { webhookSchema } from './webhooks/event';
import type { Gateway, World } from './world';

const text = z.string();
const time = z.number();
const announcement = z.object({ deliveredAt: time.optional() });

const template = z.object({
	id: text,
	externalId: text,
	parameterFormat: z.enum(['POSITIONAL', 'NAMED']),
	name: text,
	language: text,
	category: categorySchema,
	components: componentsSchema,
	timeToLive: time.optional(),
	status: z.enum(templateStatuses),
	wasApproved: z.boolean().optional(),
	rejectedReason: text,
	quality: z.enum(qualities),
	pauses: time,
	pausedUntil: time.optional(),
	edits: z.array(time),
	appealed: z.enum(templateStatuses).optional(),
});

const customer = z.object({
	key: text,
	userId: text,
	phone: text.optional(),
	parentUserId: text.optional(),
	username: text.optional(),
	name: text.optional(),
	showsPhone: z.boolean().optional(),
	phoneKnownUntil: time,
	list: text.optional(),
	addresses: z.array(text),
});

const conversation = z.object({
	lastInboundSecond: time.optional(),
	holder: z.enum(['business', 'agent']).optional(),
	heldSince: time.optional(),
	opening: announcement.optional(),
});

const byKey = <Value extends z.ZodType>(value: Value) => z.array(z.tuple([text, value]));

/**
 * What a sandbox keeps in a file, so that one that is started later continues: the account with its keys, the clock, the
 * settings, the webhook, the templates, and of customers who they are, their windows, holders, and opt-outs; the newest lines
 * of chats and messages, the groups, and the bill.
 *
 * It doesn't keep what is on its way (events to deliver, statuses to come), files, faults, and violations.
 */
const savedState = z.object({
	version: z.literal(1),
	account: z.object({
		accountId: text,
		phoneNumberId: text,
		displayPhoneNumber: text,
		partnerId: text,
		namespace: text,
		apiKey: text,
		signingSecret: text,
	}),
	ahead: time.min(0),
	settings: settingsSchema.partial(),
	webhook: webhookSchema.optional(),
	templates: z.array(template),
	deletedNames: byKey(time),
	customers: z.object({ count: time, retired: z.array(text), customers: z.array(customer) }),
	agentEnabled: z.boolean(),
	conversations: byKey(conversation),
	threadOwners: byKey(
		z.object({ role: z.enum(threadRoles), since: time, announcement: announcement.optional() }),
	),
	optedOut: byKey(announcement),
	history: savedHistory.optional(),
});

type SavedState = z.infer<typeof savedState>;

/** What a file has in it; `undefined` if there is none yet. @throws Error that says what is wrong with it */
export function readState(file: string): SavedState | undefined {
	if (!existsSync(file)) return undefined;
	const refuse = (why: string, cause?: unknown): never => {
		throw new Error(
			`The state file ${file} isn't one that this sandbox can continue from: ${why}. Name another file, or delete it to begin anew.`,
			{ cause },
		);
	};
	let given: unknown;
	try {
		given = JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		return refuse((error as Error).message, error);
	}
	const { data, error } = savedState.safeParse(given);
	return data ?? refuse(describeProblems(problemsOf(error!, given)));
}

const withoutTimers = ({ stop: _stop, held: _held, announced: _announced, ...kept }: Template) => kept;

/** What is kept of a world. */
function stateOf(world: World): SavedState {
	const { account, clock, settings, webhook, customers, conversations, threadOwners } = world;
	return {
		version: 1,
		account,
		ahead: clock.ahead,
		settings,
		...(webhook !== undefined && { webhook }),
		templates: world.templates.map(withoutTimers) as SavedState['templates'],
		deletedNames: [...world.deletedNames],
		customers: customers.saved,
		agentEnabled: conversations.agentEnabled,
		conversations: [...conversations.all],
		threadOwners: [...threadOwners.all],
		optedOut: [...world.optedOut],
		history: historyOf(world),
	};
}

/** Ends reviews and pauses at their time again. What was due meanwhile is due now. */
function scheduleAgain(world: World, one: Template): void {
	const { clock, settings } = world;
	if (one.status === 'PAUSED' && one.pausedUntil !== undefined) {
		one.stop = clock.schedule(one.pausedUntil, () => reactivate(world, one));
	}
	if (one.status === 'PENDING' && typeof settings.reviewMs === 'number') {
		one.stop = clock.schedule(clock.now() + settings.reviewMs, () => approve(world, one));
	}
}

/** Continues a world from what was kept of another one, with settings that it has already. */
export function takeState(world: World, saved: SavedState): void {
	world.clock.beginAhead(saved.ahead);
	world.webhook = saved.webhook;
	world.customers.take(saved.customers as Parameters<World['customers']['take']>[0]);
	world.conversations.setAgent(saved.agentEnabled);
	for (const [key, each] of saved.conversations) world.conversations.take(key, each as object);
	for (const [key, each] of saved.threadOwners) {
		world.threadOwners.take(key, { announcement: undefined, ...each });
	}
	for (const [key, each] of saved.optedOut) world.optedOut.set(key, each as object);
	for (const [name, at] of saved.deletedNames) world.deletedNames.set(name, at);
	for (const each of saved.templates) {
		const one = each as Template;
		// Files of older versions don't say whether a template was approved.
		enter(one, one.status);
		world.templates.push(one);
		scheduleAgain(world, one);
	}
	if (saved.history !== undefined) takeHistory(world, saved.history);
}

/** How long changes are gathered before they are written. ms */
const GATHERED = 200;

/** Writes what is kept of a gateway's world to a file after each change, and at the end. Only this user can read it. */
export function keepState(gateway: Gateway, file: string): { end(): void } {
	let cancel: (() => void) | undefined;
	const write = () => {
		cancel?.();
		cancel = undefined;
		const part = `${file}.part`;
		writeFileSync(part, `${JSON.stringify(stateOf(gateway.world), null, '\t')}\n`, { mode: 0o600 });
		renameSync(part, file);
	};
	write();
	const { changes, runtime } = gateway.world;
	const unsubscribe = changes.subscribe(() => (cancel ??= runtime.after(GATHERED, write, 'background')));
	return {
		end() {
			unsubscribe();
			write();
		},
	};
}
