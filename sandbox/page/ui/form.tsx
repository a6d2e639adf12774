import type { ComponentProps, TargetedEvent } from 'preact';
import { useId } from 'preact/hooks';
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
	/** Set if it has several lines. */
	readonly rows?: number | undefined;
	/** Sentences about what is wrong with the value. */
	readonly problems?: readonly string[] | undefined;
	readonly onValue: (value: string) => void;
}

/** Something to type in, below what it is called. */
export function Field({ label, rows, problems, onValue, ...props }: FieldProps) {
	const id = useId();
	const onInput = ({ currentTarget }: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) =>
		onValue(currentTarget.value);
	const invalid = problems && ({ 'aria-invalid': true, 'aria-describedby': id } as const);
	return (
		<label>
			{label}
			{rows === undefined ? (
				<input {...props} {...invalid} type="text" onInput={onInput} />
			) : (
				<textarea
					rows={rows}
					value={props.value}
					placeholder={props.placeholder}
					{...invalid}
					onInput={onInput}
				/>
			)}
			<FieldProblems id={id} problems={problems} />
		</label>
	);
}

interface FieldProblemsProps {
	readonly id: string;
	readonly problems: readonly string[] | undefined;
}

/** What is wrong with the value of a field. It describes the field, and isn't what the field is called. */
export const FieldProblems = ({ id, problems }: FieldProblemsProps) =>
	problems && (
		<span class="field-problems" id={id} aria-hidden="true">
			{problems.join(' ')}
		</span>
	);

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
