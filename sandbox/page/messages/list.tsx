import { useState } from 'preact/hooks';
import { Icon } from '../ui/icon';
import { listAt, textAt } from './json';

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
export function List({ action, onChoose }: ListProps) {
	const [isOpen, setOpen] = useState(false);
	const choose = (row: Row) => {
		setOpen(false);
		onChoose(row);
	};
	return (
		<>
			<button type="button" class="choice" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
				<Icon name="list" /> {textAt(action, 'button') || 'Choose'}
			</button>
			{isOpen &&
				listAt(action, 'sections').map((section, index) => (
					<ul class="rows" key={index} aria-label={textAt(section, 'title') || 'Choices'}>
						{listAt(section, 'rows')
							.map(rowOf)
							.map((row) => (
								<li key={row.id}>
									<button type="button" onClick={() => choose(row)}>
										<strong>{row.title}</strong>
										{row.description !== undefined && <small>{row.description}</small>}
									</button>
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
