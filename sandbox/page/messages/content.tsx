import type { EntryRecord } from '../../simulator/records';
import { Icon } from '../../../page/ui/icon';
import { Interactive } from './interactive';
import { at, textAt } from './json';
import { Media } from './parts';
import { nameOfType, summaryOf } from './summary';
import { Template } from './template';

const FILES = new Set(['image', 'video', 'audio', 'document', 'sticker']);

/** What a message says. */
export function Content({ entry }: { readonly entry: EntryRecord }) {
	const { by, type, content } = entry;
	if (FILES.has(type)) return <Media type={type} file={at(content, type)} messageId={entry.id} />;
	if (type === 'template') return <Template entry={entry} />;
	if (type === 'interactive' && by === 'business') return <Interactive entry={entry} />;
	if (type === 'location') return <Location place={at(content, 'location')} />;
	if (type === 'contacts') {
		return (
			<span class="file">
				<Icon name="person" /> {textAt(content, 'contacts', 0, 'name', 'formatted_name') || nameOfType(type)}
			</span>
		);
	}
	return (
		<>
			{at(content, 'referral') !== undefined && (
				<span class="file">
					<Icon name="ad" /> From the ad “{textAt(content, 'referral', 'headline')}”
				</span>
			)}
			<p class="words">{summaryOf(entry)}</p>
		</>
	);
}

function Location({ place }: { readonly place: unknown }) {
	const coordinates = `${textAt(place, 'latitude')}, ${textAt(place, 'longitude')}`;
	return (
		<span class="file">
			<Icon name="location" />
			<span>
				{textAt(place, 'name') || 'Location'}
				<small>{textAt(place, 'address') || coordinates}</small>
			</span>
		</span>
	);
}
