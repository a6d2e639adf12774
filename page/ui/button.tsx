import type { ComponentProps } from 'preact';
import { Icon, type IconName } from './icon';

/** A button that submits nothing, unless its `type` says so. */
export function Button(props: ComponentProps<'button'>) {
	return <button type="button" {...props} />;
}

interface IconButtonProps extends ComponentProps<'button'> {
	readonly icon: IconName;
	/** What it does, for who can't see the icon. */
	readonly says: string;
}

/** A round button that shows only an icon. */
export function IconButton({ icon, says, ...props }: IconButtonProps) {
	return (
		<Button class="quiet round" {...props}>
			<Icon name={icon} />
			<span class="visually-hidden">{says}</span>
		</Button>
	);
}
