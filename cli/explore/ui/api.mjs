const token = new URLSearchParams(location.search).get('token') ?? '';

async function ask(path, options = {}) {
  const response = await fetch(path, {
    ...options,
    headers: { 'x-explore-token': token, ...options.headers },
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `the page's server answered ${response.status}`);
  return answer;
}

/** Reads from the page's own server. */
export const read = (path, query = {}) => ask(`/api/${path}?${new URLSearchParams(query)}`);

/** Asks the page's own server to do something. */
export const post = (path, body) =>
  ask(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
