await n8.bringToFront(); await n8.goto(N8N+'/home/workflows'); await wait(3500);
await n8.getByText('Create workflow').first().click(); await wait(3000);
await n8.locator('[data-test-id="canvas-add-button"], [data-test-id="canvas-plus-button"]').first().click(); await wait(1200);
await search('manual'); await n8.locator('[data-test-id="node-creator-item-name"]').first().click(); await wait(1200);
await plus(); await search('business mess'); await n8.locator('[data-test-id="node-creator-item-name"]').first().click(); await wait(1200);
await n8.getByText('Create a template',{exact:true}).first().click(); await wait(2500); await snap(n8,'j2-create');
