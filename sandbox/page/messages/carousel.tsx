import type { ComponentChildren } from 'preact';
import { Choice } from './choice';
import { orderOf } from './choices';
import { at, listAt, textAt } from './json';
import { Media } from './media';
import { useMessageActions } from './message-actions';

/** Cards beside each other. */
export function Cards({ children }: { readonly children: ComponentChildren }) {
	return (
		// A person who uses only the keyboard scrolls it.
		<ul class="carousel" aria-label="Cards" tabIndex={0}>
			{children}
		</ul>
	);
}

interface CarouselProps {
	readonly cards: readonly unknown[];
	readonly messageId: string;
}

/** The cards of an interactive message: pictures with buttons, or products. Facts 2026, §6. */
export function Carousel({ cards, messageId }: CarouselProps) {
	const { answer } = useMessageActions();
	return (
		<Cards>
			{cards.map((card, index) => {
				const headerType = textAt(card, 'header', 'type');
				const product = textAt(card, 'action', 'product_retailer_id');
				const link = textAt(card, 'action', 'parameters', 'display_text');
				return (
					<li key={index}>
						{headerType !== '' && <Media type={headerType} file={at(card, 'header', headerType)} />}
						<p class="words">{textAt(card, 'body', 'text')}</p>
						{link !== '' && <Choice text={link} />}
						{product !== '' && (
							<Choice
								text={`Order ${product}`}
								onClick={() => answer(orderOf(textAt(card, 'action', 'catalog_id'), product), messageId)}
							/>
						)}
						{listAt(card, 'action', 'buttons').map((button) => {
							const { id, title } = {
								id: textAt(button, 'quick_reply', 'id'),
								title: textAt(button, 'quick_reply', 'title'),
							};
							const interactive = { type: 'button_reply', button_reply: { id, title } };
							return (
								<Choice
									key={id}
									text={title}
									onClick={() => answer({ type: 'interactive', interactive }, messageId)}
								/>
							);
						})}
					</li>
				);
			})}
		</Cards>
	);
}
