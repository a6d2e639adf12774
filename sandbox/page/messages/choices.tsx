import { Choice } from './choice';
import { at, listAt, textAt } from './json';
import { List } from './list';
import { useMessageActions } from './message-actions';

const BERLIN = { latitude: 52.52, longitude: 13.405, name: 'Berlin' };
const ADDRESS = { values: { address: 'Alexanderplatz 1', city: 'Berlin' } };

interface ChoicesProps {
	/** `interactive` of the message. */
	readonly content: unknown;
	readonly messageId: string;
}

/** What the customer can choose in a message, and how that is answered. Facts, §5; facts 2026, §6. */
export function Choices({ content, messageId }: ChoicesProps) {
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
export function orderOf(catalog: string, product: string) {
	const item = { product_retailer_id: product, quantity: 1, item_price: 5, currency: 'EUR' };
	return { type: 'order', order: { catalog_id: catalog, product_items: [item] } };
}
