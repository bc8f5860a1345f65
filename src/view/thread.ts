import { serve } from "../worker/serve.js";
import { threadQueries } from "./thread-queries.js";

serve(threadQueries);
