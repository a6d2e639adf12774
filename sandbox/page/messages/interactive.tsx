import type { EntryRecord } from '../../simulator/records';
import { Carousel } from './carousel';
import { Choices } from './choices';
import { at, listAt, textAt } from './json';
import { Media } from './media';

/** A message with choices: buttons, a list, a link, a form, a request, products, or cards. */
export function Interactive({ entry }: { readonly entry: EntryRecord }) {
	const content = at(entry.content, 'interactive');
	const headerType = textAt(content, 'header', 'type');
	const cards = listAt(content, 'action', 'cards');
	return (
		<>
			{headerType === 'text' && <p class="heading">{textAt(content, 'header', 'text')}</p>}
			{headerType !== '' && headerType !== 'text' && (
				<Media type={headerType} file={at(content, 'header', headerType)} />
			)}
			<p class="words">{textAt(content, 'body', 'text')}</p>
			{textAt(content, 'footer', 'text') !== '' && <p class="footer">{textAt(content, 'footer', 'text')}</p>}
			{cards.length > 0 && <Carousel cards={cards} messageId={entry.id} />}
			<span class="choices">
				<Choices content={content} messageId={entry.id} />
			</span>
		</>
	);
}
