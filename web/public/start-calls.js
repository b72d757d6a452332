// Starts the session's call, and then the calls of a dashboard's first view, while the application's scripts still load.
// `calls/client/started-calls.ts` passes the responses on. The build moves it into the pages.
(() => {
  const { role, calls } = document.currentScript.dataset;
  let sessionId = null;
  try {
    sessionId = localStorage.getItem('sessionId');
  } catch {
    // storage blocked: there is no session
  }
  if (sessionId === null) return;
  const started = new Map();
  window.startedCalls = { sessionId, responses: started };
  const start = (path) => {
    const response = fetch(path, { credentials: 'include', headers: { authorization: `Bearer ${sessionId}` } });
    started.set(path, response);
    return response;
  };
  const startOthers = async (response) => {
    if (!response.ok) return;
    const { user, doctor } = await response.clone().json();
    // the calls of another role, or of a doctor who may not see patients, would be recorded as denied
    const mayCall = !doctor || (doctor.isVerified && doctor.subscriptionStatus === 'active');
    if (user.role === role && !user.mustChangePassword && mayCall)
      for (const path of calls.split(' ')) start(path).catch(() => {});
  };
  start('/api/auth/session')
    .then(startOthers)
    .catch(() => {}); // the application reports a call without a response
})();
