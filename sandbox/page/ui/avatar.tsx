import { Icon } from './icon';

const COLORS = 6;

/** A round picture of somebody: the first letters of the name, in a color of their own. */
export function Avatar({ name, isGroup = false }: { readonly name: string; readonly isGroup?: boolean }) {
	const letters = name
		.split(/\s+/)
		.slice(0, 2)
		.map(([first = '']) => first)
		.join('');
	const color = [...name].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % COLORS;
	return (
		<span class="avatar" data-color={color} aria-hidden="true">
			{isGroup ? <Icon name="people" /> : letters}
		</span>
	);
}
