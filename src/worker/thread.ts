import { workerQueries } from "./queries.js";
import { serve } from "./serve.js";

serve(workerQueries);
