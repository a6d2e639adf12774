import { useState } from 'preact/hooks';
import { conversationsOf, type Conversation } from '../chat/conversations';
import { useWriter } from '../chat/writer';
import { control } from '../state/control';
import { useSelection } from '../state/selection';
import { useWorld } from '../state/use-world';
import { Switch } from '../ui/controls';
import { Field, Form } from '../ui/form';
import { Button } from '../../../page/ui/button';

/** Who else answers in a chat: the platform's business agent, and people at the business in the phone app. */
export function Agent() {
	const world = useWorld();
	const { conversation } = useSelection();
	const chat = conversationsOf(world).find(({ key }) => key === conversation);
	return (
		<>
			<p class="lead">
				The platform can answer customers with an agent of its own. While the agent holds a chat, the business
				only listens.
			</p>
			<Switch
				isOn={world.gateway?.agentEnabled ?? false}
				onChange={(isOn) => void control('setAgent', isOn)}
				hint="It holds every chat from now on, until it passes one to the business, or the business writes."
			>
				The agent answers on this number
			</Switch>
			{chat?.customer === undefined ? (
				<p class="empty">Open a customer’s chat to play the agent, or a colleague in the phone app, there.</p>
			) : (
				<>
					<AgentInChat key={`agent ${chat.key}`} chat={chat} />
					<ColleagueInChat key={`colleague ${chat.key}`} chat={chat} />
				</>
			)}
		</>
	);
}

function AgentInChat({ chat: { title, customer } }: { readonly chat: Conversation }) {
	const contact = customer?.address;
	const isAgents = customer?.holder !== 'business';
	const handOver = (to: 'agent' | 'business') => void control('handOver', { contact, to });
	return (
		<div class="card">
			<h3>In the chat with {title}</h3>
			<p>{isAgents ? 'The agent holds this chat.' : 'The business holds this chat.'}</p>
			<Button disabled={isAgents} onClick={() => handOver('agent')}>
				Give the chat to the agent
			</Button>
			<p class="hint">
				From then on, the agent answers, and the business only listens. A workflow can do this, too, with{' '}
				<b>Conversation: Release</b>.
			</p>
			<Button disabled={!isAgents} onClick={() => handOver('business')}>
				Give the chat to the business
			</Button>
			<p class="hint">
				The agent passes it: from then on, the business answers. A workflow can also take it from the agent,
				by sending a freeform message.
			</p>
			<Answer
				label="The agent’s answer"
				placeholder={isAgents ? 'We open at nine.' : 'Give the chat to the agent first'}
				isOff={!isAgents}
				onAnswer={async (text) => (await control('agentReplies', { to: contact, text })) !== undefined}
			>
				Answer as the agent
			</Answer>
		</div>
	);
}

function ColleagueInChat({ chat }: { readonly chat: Conversation }) {
	const { answerInPhoneApp } = useWriter(chat);
	return (
		<div class="card">
			<h3>A colleague answers in the phone app</h3>
			<p class="hint">
				Someone on your team answers {chat.title} on the same number, not in n8n. Your workflow gets this as
				an event, so it can leave the chat to your team.
			</p>
			<Answer label="The colleague’s answer" placeholder="I’ll take care of it." onAnswer={answerInPhoneApp}>
				Answer as a colleague
			</Answer>
		</div>
	);
}

interface AnswerProps {
	readonly label: string;
	readonly placeholder: string;
	readonly isOff?: boolean;
	/** @returns whether the answer went out */
	readonly onAnswer: (text: string) => Promise<boolean>;
	/** What the button says. */
	readonly children: string;
}

/** What somebody else than the workflow answers. */
function Answer({ label, placeholder, isOff = false, onAnswer, children }: AnswerProps) {
	const [text, setText] = useState('');
	const answer = async () => {
		if (await onAnswer(text)) setText('');
	};
	return (
		<Form onSubmit={answer}>
			<Field
				label={label}
				value={text}
				required
				disabled={isOff}
				placeholder={placeholder}
				onValue={setText}
			/>
			<Button type="submit" disabled={isOff}>
				{children}
			</Button>
		</Form>
	);
}
