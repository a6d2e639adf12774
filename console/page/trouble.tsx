/** What is wrong, above what was known before; or that the first view is on its way. */
export function Trouble({
	text,
	isLoaded,
}: {
	readonly text: string | undefined;
	readonly isLoaded: boolean;
}) {
	if (text !== undefined) {
		return (
			<p class="trouble" role="alert">
				{text}
			</p>
		);
	}
	return isLoaded ? null : (
		<p class="empty" role="status">
			Loading …
		</p>
	);
}
