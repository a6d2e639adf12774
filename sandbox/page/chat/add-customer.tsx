import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { control } from '../state/control';
import { useSelection } from '../state/selection';
import { useWorld } from '../state/use-world';
import { Icon } from '../../../page/ui/icon';
import { Field, Form, SubmitOrCancel } from '../ui/form';
import { Button } from '../../../page/ui/button';

const NAMES = ['Ada Park', 'Ben Ortiz', 'Chloe Meyer', 'Dario Rossi', 'Emi Tanaka', 'Femi Ade', 'Grace Liu'];

/** Somebody with a name that nobody has yet, and a German mobile number. */
function somebody(taken: readonly string[]) {
	const name = NAMES.find((one) => !taken.includes(one)) ?? `Customer ${taken.length + 1}`;
	const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
	return { name, phone: `+49 170 ${digits}` };
}

/** A number with its country code, however it is written: 7 to 15 digits. Without the code, it would be somebody else's. */
const WITH_COUNTRY_CODE = String.raw`(?=(?:\D*\d){7,15}\D*$)\s*(\+|00)?\s*[1-9][\d\s\(\)\.\/\-]*`;

/** Adds a customer and opens the chat. */
export function AddCustomer() {
	const { customers } = useWorld();
	const { open } = useSelection();
	const [draft, setDraft] = useState<{ name: string; phone: string }>();
	const [added, setAdded] = useState<string>();
	const field = useRef<HTMLInputElement>(null);
	// At once, and selected, so that what is typed next is the name.
	useLayoutEffect(() => {
		field.current?.focus();
		field.current?.select();
	}, [draft === undefined]);
	const key = customers.find(({ address }) => address === added)?.key;
	useEffect(() => {
		if (key === undefined) return;
		setAdded(undefined);
		open(key, 'chat');
	}, [key]);
	if (draft === undefined) {
		const begin = () => setDraft(somebody(customers.map(({ name }) => name)));
		return (
			<Button class="primary wide" onClick={begin}>
				<Icon name="plus" /> New customer
			</Button>
		);
	}
	const add = async () => {
		const { name, phone } = draft;
		const result = await control<{ userId: string }>('addCustomer', { from: phone, name: name || undefined });
		if (result === undefined) return;
		setAdded(phone.replace(/\D/g, ''));
		setDraft(undefined);
	};
	return (
		<Form class="add-customer" onSubmit={add}>
			<Field label="Name" value={draft.name} ref={field} onValue={(name) => setDraft({ ...draft, name })} />
			<Field
				label="Phone number"
				value={draft.phone}
				inputMode="tel"
				required
				pattern={WITH_COUNTRY_CODE}
				title="Write the number with its country code, for example +49 170 1234567."
				onValue={(phone) => setDraft({ ...draft, phone })}
			/>
			<SubmitOrCancel submit="Add" onCancel={() => setDraft(undefined)} />
		</Form>
	);
}
