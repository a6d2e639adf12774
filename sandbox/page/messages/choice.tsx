import { Icon, type IconName } from '../ui/icon';

interface ChoiceProps {
	readonly text: string;
	/** Unset if pressing it does nothing here, such as opening a link. */
	readonly onClick?: () => unknown;
	readonly icon?: IconName;
}

/** A button in a message. */
export function Choice({ text, onClick, icon = onClick === undefined ? 'link' : 'reply' }: ChoiceProps) {
	const content = (
		<>
			<Icon name={icon} /> {text}
		</>
	);
	if (onClick === undefined) return <span class="choice">{content}</span>;
	return (
		<button type="button" class="choice" onClick={() => void onClick()}>
			{content}
		</button>
	);
}
