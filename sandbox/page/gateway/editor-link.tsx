import { useWorld } from '../state/use-world';
import { Icon } from '../ui/icon';

/** The way to the editor that belongs to this sandbox, if there is one. */
export function EditorLink() {
	const { gateway } = useWorld();
	const editor = gateway?.editor;
	if (!editor) return null;
	return (
		<p class="editor-link">
			<a href={editor.url} target="_blank" rel="noreferrer">
				<Icon name="link" /> Open n8n
			</a>
			{editor.email !== undefined && (
				<small>
					Log in as <code>{editor.email}</code> with the password <code>{editor.password}</code>
				</small>
			)}
		</p>
	);
}
