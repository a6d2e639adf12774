import { useState } from 'preact/hooks';
import { Icon, type IconName } from '../ui/icon';
import { textAt } from './json';
import { nameOfType } from './summary';

const ICONS: Readonly<Record<string, IconName>> = { image: 'picture', sticker: 'picture', audio: 'voice' };

/** A file: a picture if it can be shown, or its kind and name. Files of other hosts aren't loaded. */
export function Media({ type, file }: { readonly type: string; readonly file: unknown }) {
	const [isBroken, setBroken] = useState(false);
	const id = textAt(file, 'id');
	const caption = textAt(file, 'caption');
	const name = textAt(file, 'filename') || textAt(file, 'link') || nameOfType(type);
	const isPicture = (type === 'image' || type === 'sticker') && /^\d+$/.test(id) && !isBroken;
	return (
		<>
			{isPicture ? (
				<img
					class="picture"
					src={`/sandbox/media/${id}`}
					alt={caption || 'A picture'}
					onError={() => setBroken(true)}
				/>
			) : (
				<span class="file">
					<Icon name={ICONS[type] ?? 'document'} /> {name}
				</span>
			)}
			{caption !== '' && <p class="words">{caption}</p>}
		</>
	);
}
