import { useState } from 'preact/hooks';
import type { CustomerRecord } from '../../simulator/records';
import { control } from '../state/control';
import { useSelection } from '../state/selection';
import { useWorld } from '../state/use-world';
import { Switch } from '../ui/controls';

/** The platform's business agent, which can hold chats in place of the business. */
export function Agent() {
	const { customers, gateway } = useWorld();
	const { conversation } = useSelection();
	const customer = customers.find(({ key }) => key === conversation);
	return (
		<>
			<p class="lead">
				The platform can answer customers with an agent of its own. While the agent holds a chat, the business
				only listens.
			</p>
			<Switch
				isOn={gateway?.agentEnabled ?? false}
				onChange={(isOn) => void control('setAgent', isOn)}
				hint="It holds every chat from now on, until it passes one to the business, or the business writes."
			>
				The agent answers on this number
			</Switch>
			{customer === undefined ? (
				<p class="empty">Open a customer’s chat to play the agent there.</p>
			) : (
				<AgentInChat key={customer.key} customer={customer} />
			)}
		</>
	);
}

function AgentInChat({ customer }: { readonly customer: CustomerRecord }) {
	const [text, setText] = useState('');
	const { address, holder, name } = customer;
	const isAgents = holder !== 'business';
	const handOver = (to: 'agent' | 'business') => void control('handOver', { contact: address, to });
	const answer = async (event: Event) => {
		event.preventDefault();
		if ((await control('agentReplies', { to: address, text })) !== undefined) setText('');
	};
	return (
		<div class="card">
			<h3>In the chat with {name}</h3>
			<p>{isAgents ? 'The agent holds this chat.' : 'The business holds this chat.'}</p>
			<span class="buttons">
				<button type="button" disabled={isAgents} onClick={() => handOver('agent')}>
					Let the agent take it
				</button>
				<button type="button" disabled={!isAgents} onClick={() => handOver('business')}>
					Pass it to the business
				</button>
			</span>
			<form onSubmit={(event) => void answer(event)}>
				<label>
					The agent’s answer
					<input
						value={text}
						required
						disabled={!isAgents}
						placeholder={isAgents ? 'We open at nine.' : 'Let the agent take the chat first'}
						onInput={({ currentTarget }) => setText(currentTarget.value)}
					/>
				</label>
				<button type="submit" disabled={!isAgents}>
					Answer as the agent
				</button>
			</form>
		</div>
	);
}
