/** How many different reasons are said. */
const SAID = 2;

/** Counts why recipients weren't sent anything, and says why most of them weren't. */
export function countReasons() {
	const counts = new Map<string, number>();
	return {
		add(reason: string): void {
			const sentence = reason.replace(/\.$/, '');
			counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
		},
		/** Sentences without the last period, the commonest reasons with their counts; undefined if nothing was counted. */
		commonest(): string | undefined {
			const [first, ...others] = [...counts].sort(([, one], [, other]) => other - one);
			if (!first) return undefined;
			if (others.length === 0) return `Why: ${first[0]}`;
			const said = [first, ...others].slice(0, SAID).map(([reason, count]) => `Why for ${count}: ${reason}`);
			const unsaid = others.length + 1 - SAID;
			return [...said, ...(unsaid > 0 ? ['The others have other reasons'] : [])].join('. ');
		},
	};
}
