import { useState } from 'preact/hooks';
import type { EntryRecord } from '../../simulator/records';
import { Icon } from '../../../page/ui/icon';
import { at, listAt, textAt } from './json';
import { Media, Choice, useMessageActions, Cards } from './parts';
import { Button } from '../../../page/ui/button';

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

const BERLIN = { latitude: 52.52, longitude: 13.405, name: 'Berlin' };
const ADDRESS = { values: { address: 'Alexanderplatz 1', city: 'Berlin' } };

interface ChoicesProps {
	/** `interactive` of the message. */
	readonly content: unknown;
	readonly messageId: string;
}

/** What the customer can choose in a message, and how that is answered (docs/interface.md, Message types). */
function Choices({ content, messageId }: ChoicesProps) {
	const { answer, call, sample } = useMessageActions();
	const reply = (fields: { type: string } & Record<string, unknown>) => answer(fields, messageId);
	const interactive = (type: string, value: object) =>
		reply({ type: 'interactive', interactive: { type, [type]: value } });
	const form = (name: string, response: object) =>
		interactive('nfm_reply', { name, body: 'Sent', response_json: JSON.stringify(response) });
	const parameter = (name: string) => textAt(content, 'action', 'parameters', name);
	switch (textAt(content, 'type')) {
		case 'button':
			return listAt(content, 'action', 'buttons').map((button) => {
				const [id, title] = [textAt(button, 'reply', 'id'), textAt(button, 'reply', 'title')];
				return <Choice key={id} text={title} onClick={() => interactive('button_reply', { id, title })} />;
			});
		case 'list':
			return <List action={at(content, 'action')} onChoose={(row) => interactive('list_reply', row)} />;
		case 'cta_url':
			return <Choice text={parameter('display_text')} />;
		case 'location_request_message':
			return <Choice text="Send location" onClick={() => reply({ type: 'location', location: BERLIN })} />;
		case 'flow':
			return (
				<Choice
					text={parameter('flow_cta') || 'Fill in the form'}
					onClick={() => form('flow', { flow_token: parameter('flow_token') || 'unused' })}
				/>
			);
		case 'address_message':
			return <Choice text="Send address" onClick={() => form('address_message', ADDRESS)} />;
		case 'request_contact_info':
			return <Choice text="Share phone number" onClick={() => sample('contact_request', messageId)} />;
		case 'voice_call':
			return <Choice text={parameter('display_text') || 'Call'} icon="call" onClick={call} />;
		case 'call_permission_request':
			return ['accept', 'reject'].map((response) => (
				<Choice
					key={response}
					text={response === 'accept' ? 'Allow calls' : "Don't allow calls"}
					onClick={() => interactive('call_permission_reply', { response, response_source: 'user_action' })}
				/>
			));
		case 'product':
		case 'product_list':
			return productsIn(at(content, 'action')).map((product) => (
				<Choice
					key={product}
					text={`Order ${product}`}
					onClick={() => reply(orderOf(textAt(content, 'action', 'catalog_id'), product))}
				/>
			));
		case 'catalog_message':
			return <Choice text="Order from the catalog" onClick={() => sample('order', messageId)} />;
		default:
			return null;
	}
}

function productsIn(action: unknown): string[] {
	const items = listAt(action, 'sections').flatMap((section) => listAt(section, 'product_items'));
	return (items.length === 0 ? [action] : items).map((item) => textAt(item, 'product_retailer_id'));
}

/** An order of one piece. */
function orderOf(catalog: string, product: string) {
	const item = { product_retailer_id: product, quantity: 1, item_price: 5, currency: 'EUR' };
	return { type: 'order', order: { catalog_id: catalog, product_items: [item] } };
}

interface Row {
	readonly id: string;
	readonly title: string;
	readonly description?: string;
}

interface ListProps {
	readonly action: unknown;
	readonly onChoose: (row: Row) => void;
}

/** A list that opens, and closes with the customer's choice. */
function List({ action, onChoose }: ListProps) {
	const [isOpen, setOpen] = useState(false);
	const choose = (row: Row) => {
		setOpen(false);
		onChoose(row);
	};
	return (
		<>
			<Button class="choice" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
				<Icon name="list" /> {textAt(action, 'button') || 'Choose'}
			</Button>
			{isOpen &&
				listAt(action, 'sections').map((section, index) => (
					<ul class="rows" key={index} aria-label={textAt(section, 'title') || 'Choices'}>
						{listAt(section, 'rows')
							.map(rowOf)
							.map((row) => (
								<li key={row.id}>
									<Button onClick={() => choose(row)}>
										<strong>{row.title}</strong>
										{row.description !== undefined && <small>{row.description}</small>}
									</Button>
								</li>
							))}
					</ul>
				))}
		</>
	);
}

function rowOf(row: unknown): Row {
	const description = textAt(row, 'description');
	return {
		id: textAt(row, 'id'),
		title: textAt(row, 'title'),
		...(description === '' ? {} : { description }),
	};
}

interface CarouselProps {
	readonly cards: readonly unknown[];
	readonly messageId: string;
}

/** The cards of an interactive message: pictures with buttons, or products (docs/interface.md, Message types). */
function Carousel({ cards, messageId }: CarouselProps) {
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
