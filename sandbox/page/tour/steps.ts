import { HOUR } from '../state/times';
import { listening, type World } from '../state/world';

/** One step of the tour. `target`: the part of the page that it points at. `isDone`: since the tour began. */
export interface Step {
	readonly title: string;
	readonly text: string;
	readonly target: 'chats' | 'composer' | 'clock' | 'gateway';
	readonly showsEditor?: boolean;
	readonly isDone: (world: World, begin: Begin) => boolean;
}

/** How things were when the tour began. */
export interface Begin {
	readonly lastEntry: number;
	readonly ahead: number;
}

const saidSince = ({ entries }: World, { lastEntry }: Begin, who: string) =>
	entries.some(({ by, order }) => by === who && order > lastEntry);

export const steps: readonly Step[] = [
	{
		title: 'Be the customer',
		text: 'Add a customer, or open a chat, and write “Hello”. From that moment, the business may answer freely for 24 hours: the window is open.',
		target: 'chats',
		isDone: (world, begin) => saidSince(world, begin, 'customer'),
	},
	{
		title: 'Let a workflow listen',
		text: 'In n8n, create a workflow, search for “Business Messaging”, and choose “On customer message”. Publish it yourself: nothing is published for you. Then the light at the top turns green.',
		target: 'gateway',
		showsEditor: true,
		isDone: (world) => listening(world).state === 'workflow',
	},
	{
		title: 'See the answer arrive',
		text: 'Behind the trigger, add “Send a message (text or template, whichever is allowed)”. Enter {{ $json.contact }} as To, and a text. Publish again, and write as the customer once more: the answer appears in the chat.',
		target: 'composer',
		showsEditor: true,
		isDone: (world, begin) => saidSince(world, begin, 'business'),
	},
	{
		title: 'Let a day pass',
		text: 'Press “+24 h”. The window closes, and from then on only an approved template can go out. The node that you added knows that: it sends the template that you chose there, or says why it sent nothing.',
		target: 'clock',
		isDone: ({ ahead }, begin) => ahead - begin.ahead > 23 * HOUR,
	},
	{
		title: 'Make it hard',
		text: 'Pause a template, let the agent take a chat, deliver every event twice. “Webhooks” shows what the gateway reports, and what your workflow answered.',
		target: 'gateway',
		isDone: ({ gateway, templates }) =>
			Object.keys(gateway?.faults ?? {}).length > 0 || templates.some(({ status }) => status === 'PAUSED'),
	},
];
