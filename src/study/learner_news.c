/* What a learner says of itself: the window reads it when it next asks. */
#include "study/learner_state.h"

void learner_tell(Learner *learner)
{
    bool news = !learner->fresh;
    learner->fresh = true;
    if (news && learner->setup.wake)
        learner->setup.wake(learner->setup.context);
}

void learner_tell_state(Learner *learner, TrainingState state)
{
    if (learner->known.state == state)
        return;
    learner->known.state = state;
    learner_tell(learner);
}

void learner_fail(Learner *learner, const char *text)
{
    pthread_mutex_lock(&learner->lock);
    utf8_print(learner->error, sizeof learner->error, "%s", text);
    learner_tell_state(learner, TRAINING_FAILED);
    pthread_mutex_unlock(&learner->lock);
}
