import type { Faults as ActiveFaults } from '../../faults';
import { control } from '../state/control';
import { useWorld } from '../state/use-world';
import { Switch } from '../ui/controls';
import { Button } from '../../../page/ui/button';

interface Fault {
	readonly name: keyof ActiveFaults;
	readonly title: string;
	readonly hint: string;
	readonly value: unknown;
}

/** What a person can let go wrong. The control knows more faults than these. */
const FAULTS: readonly Fault[] = [
	{
		name: 'duplicateWebhooks',
		title: 'Deliver every event twice',
		hint: 'A workflow must not answer twice.',
		value: true,
	},
	{
		name: 'reorderWebhooks',
		title: 'Deliver events out of order',
		hint: 'A status can arrive before the one that it follows.',
		value: true,
	},
	{
		name: 'skipDelivered',
		title: 'Send no delivery receipts',
		hint: 'Messages stay at one tick.',
		value: true,
	},
	{
		name: 'failStatus',
		title: 'Accept messages, then fail them',
		hint: 'The customer can’t be reached: error 131026, as a late status.',
		value: { code: 131026 },
	},
	{
		name: 'error',
		title: 'Refuse messages as too many',
		hint: 'Error 130429: the whole number is too fast.',
		value: { code: 130429 },
	},
	{
		name: 'gatewayError',
		title: 'The gateway is out of order',
		hint: 'Every call is answered with 502.',
		value: { kind: 'notAvailable' },
	},
	{
		name: 'loseAnswer',
		title: 'Lose the answers to messages',
		hint: 'Messages go out, but nobody tells the business. They must not be sent again.',
		value: true,
	},
	{
		name: 'dropConnection',
		title: 'Break the connection before a message',
		hint: 'Nothing goes out.',
		value: true,
	},
	{
		name: 'delayMs',
		title: 'Answer slowly',
		hint: 'Every answer takes 3 seconds longer.',
		value: 3000,
	},
];

/** What goes wrong at the gateway, to see how a workflow takes it. */
export function Faults() {
	const { gateway } = useWorld();
	const active = gateway?.faults ?? {};
	const change = ({ name, value }: Fault, isOn: boolean) => {
		const others = Object.fromEntries(Object.entries(active).filter(([key]) => key !== name));
		void control('faults', isOn ? { ...others, [name]: value } : others);
	};
	return (
		<>
			<p class="lead">
				Real gateways have bad days. Switch one on, and watch what your workflow makes of it. Everything works
				again when you switch it off.
			</p>
			<div class="switches">
				{FAULTS.map((fault) => (
					<Switch
						key={fault.name}
						isOn={Boolean(active[fault.name])}
						hint={fault.hint}
						onChange={(isOn) => change(fault, isOn)}
					>
						{fault.title}
					</Switch>
				))}
			</div>
			<Button onClick={() => void control('faults', {})}>Switch all off</Button>
		</>
	);
}
