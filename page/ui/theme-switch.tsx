import { useLayoutEffect } from 'preact/hooks';
import { usePreference } from '../preference';
import { IconButton } from './button';

type Theme = 'light' | 'dark';

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

/** Light or dark: as the system says, until the person chooses. */
export function ThemeSwitch() {
	const [chosen, choose] = usePreference<Theme | null>('theme', null);
	const theme = chosen ?? systemTheme();
	const other = theme === 'dark' ? 'light' : 'dark';
	// Before anything is drawn, so that no frame has the other colors.
	useLayoutEffect(() => {
		if (chosen === null) delete document.documentElement.dataset.theme;
		else document.documentElement.dataset.theme = chosen;
	}, [chosen]);
	return (
		<IconButton
			icon={other === 'dark' ? 'moon' : 'sun'}
			says={`Use ${other} colors`}
			title={`Use ${other} colors`}
			onClick={() => choose(other)}
		/>
	);
}
