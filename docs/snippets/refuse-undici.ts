import { MockAgent, setGlobalDispatcher } from "undici";

// Refuses what the undici package sends, since MSW doesn't intercept it.
const agent = new MockAgent();
agent.disableNetConnect();
agent.enableNetConnect(/^(127\.0\.0\.1|localhost)(:\d+)?$/); // servers that the tests start
setGlobalDispatcher(agent);
