import type { ComponentProps } from 'preact';
import { Button } from '../../../page/ui/button';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
	readonly onSubmit: () => unknown;
}

/** Fields that are sent together, without leaving the page. */
export function Form({ onSubmit, ...props }: FormProps) {
	return (
		<form
			{...props}
			onSubmit={(event) => {
				event.preventDefault();
				void onSubmit();
			}}
		/>
	);
}

interface FieldProps extends Pick<
	ComponentProps<'input'>,
	| 'autoFocus'
	| 'class'
	| 'disabled'
	| 'inputMode'
	| 'maxLength'
	| 'placeholder'
	| 'ref'
	| 'required'
	| 'title'
> {
	readonly label: string;
	readonly value: string;
	readonly pattern?: string;
	readonly onValue: (value: string) => void;
}

/** A line to type in, below what it is called. */
export function Field({ label, onValue, ...props }: FieldProps) {
	return (
		<label>
			{label}
			<input {...props} type="text" onInput={({ currentTarget }) => onValue(currentTarget.value)} />
		</label>
	);
}

interface SelectProps extends Pick<ComponentProps<'select'>, 'aria-label'> {
	readonly value: string | undefined;
	/** Each choice, and what it is called. */
	readonly choices: ReadonlyArray<readonly [value: string, title: string]>;
	readonly onValue: (value: string) => void;
}

/** A choice of some values. */
export function Select({ choices, onValue, ...props }: SelectProps) {
	return (
		<select {...props} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
			{choices.map(([value, title]) => (
				<option key={value} value={value}>
					{title}
				</option>
			))}
		</select>
	);
}

/** The end of a form that can be closed again. */
export function SubmitOrCancel({
	submit,
	onCancel,
}: {
	readonly submit: string;
	readonly onCancel: () => void;
}) {
	return (
		<span class="buttons">
			<Button type="submit" class="primary">
				{submit}
			</Button>
			<Button class="quiet" onClick={onCancel}>
				Cancel
			</Button>
		</span>
	);
}
