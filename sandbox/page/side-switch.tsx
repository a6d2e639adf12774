import { useSelection } from './state/selection';
import { Icon } from './ui/icon';

/** On a narrow screen: from the customers to the gateway, and back. */
export function SideSwitch() {
	const { side, turnTo } = useSelection();
	return (
		<nav class="side-switch" aria-label="Sides">
			<button type="button" aria-pressed={side === 'phones'} onClick={() => turnTo('phones')}>
				<Icon name="chat" /> Customers
			</button>
			<button type="button" aria-pressed={side === 'gateway'} onClick={() => turnTo('gateway')}>
				<Icon name="gateway" /> Gateway
			</button>
		</nav>
	);
}
