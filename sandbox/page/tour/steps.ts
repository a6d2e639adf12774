import type { Faults } from '../../faults';
import type { EntryRecord } from '../../simulator/records';
import { textAt } from '../messages/json';
import { listening, type World } from '../state/world';

/** One step of the tour. `target`: the part of the page that it points at. `isDone`: since `begin`. */
export interface Step {
	readonly title: string;
	readonly text: string;
	readonly target: 'chats' | 'composer' | 'clock' | 'gateway';
	/** What to paste into fields of a form in n8n. */
	readonly values?: ReadonlyArray<readonly [field: string, value: string]>;
	/** The way to n8n, once with the login. */
	readonly editor?: 'login' | 'link';
	readonly isDone: (world: World, begin: Begin) => boolean;
}

/**
 * From when on it counts what happens. `lastEntry`: the newest entry when the tour began. The others are how things were
 * when the step was first shown: what went wrong, and the keys of the templates that were paused.
 */
export interface Begin {
	readonly lastEntry: number;
	readonly faults: Faults;
	readonly paused: ReadonlySet<string>;
}

/** How things are now, for a step that begins, and since the tour began at `lastEntry`. */
export function beginOf(world: World, lastEntry: number): Begin {
	return { lastEntry, faults: faultsIn(world), paused: new Set(pausedIn(world)) };
}

const faultsIn = ({ gateway }: World) => gateway?.faults ?? {};
const pausedIn = ({ templates }: World) =>
	templates.filter(({ status }) => status === 'PAUSED').map(({ id }) => id);

/** What happened since the tour began, but for those in lists: what happens there isn't done by who takes the tour. */
const entriesSince = ({ entries, records }: World, { lastEntry }: Begin) =>
	entries.filter(({ conversation, order }) => {
		const chat = records.get(conversation);
		return order > lastEntry && !(chat?.kind === 'customer' && chat.list);
	});

const saidSince = (world: World, begin: Begin, who: string) =>
	entriesSince(world, begin).some(({ by }) => by === who);

const tookOver = ({ type, content }: EntryRecord) =>
	type === 'handed-over' && textAt(content, 'to') !== 'business';

export const steps: readonly Step[] = [
	{
		title: 'Be the customer',
		text: 'Add a customer, or open a chat, and write “Hello”. From then on, the business may answer freely for 24 hours. If nobody answers, you build the workflow that does in the next step.',
		target: 'chats',
		isDone: (world, begin) => saidSince(world, begin, 'customer'),
	},
	{
		title: 'Let a workflow listen',
		text: 'In n8n, create a workflow, search for “Business Messaging”, and choose “On customer message”. Publish it: nothing is published for you. The light at the top turns green.',
		target: 'gateway',
		editor: 'login',
		isDone: (world) => listening(world).state === 'workflow',
	},
	{
		title: 'See the answer arrive',
		text: 'Behind the trigger, add “Send auto (text or template)”. Switch these two fields to Expression, and paste their values. Publish again, and write as the customer once more: the answer appears in the chat.',
		values: [
			['To', '{{ $json.contact }}'],
			['Freeform Text', 'Hello {{ $json.contactName }}!'],
		],
		target: 'composer',
		editor: 'link',
		isDone: (world, begin) => saidSince(world, begin, 'business'),
	},
	{
		title: 'Let a day pass',
		text: 'Press “+24 h”: the window closes, so only templates can go out. In a new workflow, connect “Trigger manually” (in a search, “Manual Trigger”) with “Send auto (text or template)”. In To, enter the phone number above the chat. Enter a text, choose a template, and fill in its variables. Execute: the template arrives, not the text.',
		target: 'clock',
		editor: 'link',
		isDone: (world, begin) =>
			entriesSince(world, begin).some(({ by, type }) => by === 'business' && type === 'template'),
	},
	{
		title: 'Make it hard',
		text: 'Pause a template. Under “Agent”, give the open chat to the agent, or answer as a colleague in the phone app. Under “Faults”, deliver every event twice. “Webhooks” shows what the gateway reports, and what your workflow answered. After that, docs/README.md leads on: it has a page for each job, and ready workflows.',
		target: 'gateway',
		isDone: (world, begin) =>
			Object.keys(faultsIn(world)).some((fault) => !Object.hasOwn(begin.faults, fault)) ||
			pausedIn(world).some((id) => !begin.paused.has(id)) ||
			entriesSince(world, begin).some(tookOver) ||
			saidSince(world, begin, 'phone-app'),
	},
];
