import { Icon, type IconName } from '../../page/ui/icon';
import { ThemeSwitch } from '../../page/ui/theme-switch';
import { isCustomerList } from '../records';
import { Campaign } from './campaigns/campaign';
import { Campaigns } from './campaigns/campaigns';
import { Customers } from './customers/customers';
import { Overview } from './overview/overview';
import { Policies } from './policies/policies';
import { Policy } from './policies/policy';
import { Templates } from './templates/templates';
import { hrefOf, PAGES, useRoute, type PageName, type Route } from './route';
import { useWayBack } from './way-back';

const TITLES: Readonly<Record<PageName, readonly [title: string, icon: IconName]>> = {
	overview: ['Overview', 'gateway'],
	customers: ['Customers', 'people'],
	campaigns: ['Campaigns', 'send'],
	templates: ['Templates', 'document'],
	policies: ['Policies', 'list'],
};

/** The whole console. */
export function App() {
	const route = useRoute();
	useWayBack();
	return (
		<>
			<a class="skip" href="#main" onClick={focusMain}>
				Skip to the content
			</a>
			<header class="top-bar">
				<h1>
					<img src="/console/icon.svg" alt="" width="28" height="28" />
					<span>
						Business Messaging<span class="wide-only"> console</span>
					</span>
				</h1>
				<Pages chosen={route.page} class="page-tabs" />
				<span class="top-buttons">
					<ThemeSwitch />
				</span>
			</header>
			<main id="main" tabIndex={-1} class="content">
				<CurrentPage {...route} />
			</main>
			<Pages chosen={route.page} class="page-switch" />
		</>
	);
}

/** The address stays as it is: it says what is shown. */
function focusMain(event: Event): void {
	event.preventDefault();
	document.getElementById('main')?.focus();
}

function CurrentPage({ page, open }: Route) {
	const [first, second, third] = open;
	if (page === 'customers') {
		return isCustomerList(first) ? <Customers list={first} chosen={second} /> : <Customers chosen={first} />;
	}
	if (page === 'overview') return <Overview />;
	if (page === 'templates') return <Templates />;
	if (page === 'policies') {
		return first === undefined ? (
			<Policies />
		) : (
			<Policy key={`${first} ${second}`} name={first} version={second} rule={third} />
		);
	}
	return first !== undefined && second !== undefined ? (
		<Campaign key={`${first} ${second}`} channel={first} id={second} />
	) : (
		<Campaigns />
	);
}

/** The links to the pages: above them, and below on a phone. */
function Pages({ chosen, class: name }: { readonly chosen: PageName; readonly class: string }) {
	return (
		<nav class={name} aria-label="Pages">
			{PAGES.map((page) => {
				const [title, icon] = TITLES[page];
				return (
					<a key={page} href={hrefOf(page)} aria-current={page === chosen ? 'page' : undefined}>
						<Icon name={icon} /> {title}
					</a>
				);
			})}
		</nav>
	);
}
