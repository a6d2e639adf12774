import { Icon } from '../ui/icon';

/** The middle of the page before a chat is open. */
export function NoChat() {
	return (
		<section class="chat no-chat" aria-label="Chat">
			<Icon name="chat" />
			<p>
				Choose a chat, or add a customer.
				<br />
				Nothing you write here leaves this machine.
			</p>
		</section>
	);
}
