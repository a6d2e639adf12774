import { useWorld } from '../state/use-world';
import { ValuesToCopy } from '../ui/controls';
import { Icon } from '../../../page/ui/icon';

/** What a credential in n8n needs to reach this gateway. */
export function Connect() {
	const { gateway } = useWorld();
	if (gateway === undefined) return null;
	const { url, apiKey, phoneNumberId, signingSecret, accountId, number } = gateway;
	const fields = [
		['Provider', 'Gateway'],
		['Base URL', url],
		['API Key', apiKey],
		['Phone Number ID', phoneNumberId],
		['Signing Secret', signingSecret],
		['Account ID', accountId],
	] as const;
	return (
		<>
			<p class="lead">
				In n8n, create a <b>Business Messaging API</b> credential with these values. They work only for this
				sandbox, whose number is +{number}.
			</p>
			<EditorLink />
			<ValuesToCopy of={fields} />
		</>
	);
}

/** The way to the editor that belongs to this sandbox, if there is one. */
export function EditorLink({ showsLogin = true }: { readonly showsLogin?: boolean }) {
	const { gateway } = useWorld();
	const editor = gateway?.editor;
	if (!editor) return null;
	return (
		<p class="editor-link">
			<a href={editor.url} target="_blank" rel="noreferrer">
				<Icon name="link" /> Open n8n
			</a>
			{showsLogin && editor.email !== undefined && (
				<small>
					Log in as <code>{editor.email}</code> with the password <code>{editor.password}</code>
				</small>
			)}
		</p>
	);
}
