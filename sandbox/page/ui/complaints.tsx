import { useEffect, useState } from 'preact/hooks';
import { onComplaint } from '../state/complaints';
import { Icon } from './icon';

const SHOWN_MS = 10_000;

/** What didn't work, until the person has read it. */
export function Complaints() {
	const [text, setText] = useState('');
	useEffect(() => onComplaint(setText), []);
	useEffect(() => {
		const timer = setTimeout(() => setText(''), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return (
		<div class="complaints" role="alert">
			{text !== '' && (
				<p>
					{text}
					<button type="button" class="quiet round" onClick={() => setText('')}>
						<Icon name="close" />
						<span class="visually-hidden">Close this message</span>
					</button>
				</p>
			)}
		</div>
	);
}
